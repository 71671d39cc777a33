//! The share over the time as a drawing that stands alone: dark lines on white paper, with its words inside. It
//! needs nothing of the page and runs nothing. Pure.

use chrono::NaiveDate;
use contract::{ChartWords, Figures, PeriodShare};

/// The whole drawing.
const WIDTH: i64 = 720;
const HEIGHT: i64 = 360;

/// Where the line is drawn.
const LEFT: i64 = 56;
const RIGHT: i64 = 696;
const TOP: i64 = 104;
const BOTTOM: i64 = 312;

/// So many percent may lie between two lines of the grid.
const STEPS: [i64; 5] = [1, 2, 5, 10, 20];

/// So many lines of the grid stand above the lowest at most.
const MOST_STEPS: i64 = 5;

/// What stands between the lowest line of the grid and the whole, and how far apart the lines are; in percent.
struct Scale {
    ground: i64,
    step: i64,
}

/// The drawing as the text of an SVG file.
pub fn chart(figures: &Figures, words: &ChartWords) -> String {
    let (trend, scale) = (&figures.trend, Scale::of(&figures.trend));
    let days = (figures.from, figures.to);
    let points: Vec<_> = trend.iter().filter_map(|part| point(part, days, &scale)).collect();
    let ChartWords { title, lead, upward, onward } = words;
    let (title, lead) = (escaped(title), escaped(lead));
    let middle = (LEFT + RIGHT) / 2;
    let parts = [
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" font-family=\"sans-serif\" \
             font-size=\"12\" fill=\"#333\">"
        ),
        format!("<title>{title}</title>"),
        format!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>"),
        format!("<text x=\"16\" y=\"34\" font-size=\"20\" fill=\"#111\">{title}</text>"),
        format!("<text x=\"16\" y=\"56\" font-size=\"13\">{lead}</text>"),
        format!("<text x=\"16\" y=\"86\">{}</text>", escaped(upward)),
        scale.drawn(),
        line(&points),
        text(LEFT, "start", &figures.from.to_string()),
        text(middle, "middle", &escaped(onward)),
        text(RIGHT, "end", &figures.to.to_string()),
        "</svg>\n".to_owned(),
    ];
    parts.join("\n")
}

impl Scale {
    /// The finest grid that holds all shares.
    fn of(trend: &[PeriodShare]) -> Self {
        let shares = trend.iter().filter_map(|part| part.share.permille());
        let missing = 100 - i64::from(shares.min().unwrap_or(0)) / 10;
        let step = STEPS.into_iter().find(|step| missing <= step * MOST_STEPS).unwrap_or(20);
        let steps = (missing + step - 1) / step;
        Self { ground: 100 - steps.max(1) * step, step }
    }

    /// How high a share stands, in thousandths.
    fn height(&self, permille: i64) -> i64 {
        BOTTOM - (permille - self.ground * 10) * (BOTTOM - TOP) / ((100 - self.ground) * 10)
    }

    /// Its lines, each with its number.
    fn drawn(&self) -> String {
        let mut lines = Vec::new();
        let mut percent = self.ground;
        while percent <= 100 {
            let y = self.height(percent * 10);
            lines.push(format!(
                "<path d=\"M{LEFT} {y}H{RIGHT}\" stroke=\"#ccc\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent}</text>",
                LEFT - 8,
                y + 4
            ));
            percent += self.step;
        }
        lines.join("\n")
    }
}

/// In the middle of its part of the time.
fn point(
    part: &PeriodShare,
    (from, to): (NaiveDate, NaiveDate),
    scale: &Scale,
) -> Option<(i64, i64)> {
    let share = part.share.permille()?;
    // Twice as many, for the middle between two days is half a day.
    let into = (part.from - from).num_days() + (part.to - from).num_days();
    let all = ((to - from).num_days() * 2).max(1);
    Some((LEFT + into * (RIGHT - LEFT) / all, scale.height(i64::from(share))))
}

/// The line, with a dot where something is known.
fn line(points: &[(i64, i64)]) -> String {
    let corners: Vec<_> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let dot =
        |(x, y): &(i64, i64)| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"#111\"/>");
    let dots: String = points.iter().map(dot).collect();
    let corners = corners.join(" ");
    format!(
        "<polyline points=\"{corners}\" fill=\"none\" stroke=\"#111\" stroke-width=\"1.5\"/>\n{dots}"
    )
}

/// Words below the drawing.
fn text(x: i64, anchor: &str, words: &str) -> String {
    let y = BOTTOM + 24;
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{words}</text>")
}

/// Words as they stand between tags: nothing of them is taken for one, and what no file of this kind may hold is
/// left out.
fn escaped(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for character in words.chars() {
        match character {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\'' => text.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if character.is_control() => text.push(' '),
            _ => text.push(character),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use contract::Share;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn figures(from: &str, to: &str, parts: &[(&str, &str, i64)]) -> Figures {
        let part = |(from, to, goes): &(&str, &str, i64)| PeriodShare {
            from: day(from),
            to: day(to),
            share: Share { requested: 1_000, goes: *goes },
        };
        Figures {
            from: day(from),
            to: day(to),
            lines: 0,
            unread: 0,
            all: Share::default(),
            before: Share::default(),
            trend: parts.iter().map(part).collect(),
            destinations: Vec::new(),
            stocklists: Vec::new(),
            reasons: Vec::new(),
            substituted: Vec::new(),
        }
    }

    #[test]
    fn the_line_runs_by_days_between_the_lines_of_the_grid() {
        let parts = [("2026-11-01", "2026-11-01", 900), ("2026-11-11", "2026-11-11", 1_000)];
        let drawn = chart(&figures("2026-11-01", "2026-11-21", &parts), &ChartWords::default());
        // From the first day, at the lowest line, to the middle, at the highest.
        let points = format!("points=\"{LEFT},{BOTTOM} {},{TOP}\"", (LEFT + RIGHT) / 2);
        assert!(drawn.contains(&points), "{drawn}");
        for percent in [90, 92, 94, 96, 98, 100] {
            assert!(drawn.contains(&format!(">{percent}</text>")), "{percent}: {drawn}");
        }
        assert!(drawn.contains(">2026-11-01</text>") && drawn.contains(">2026-11-21</text>"));
        let whole_time = [("2026-11-01", "2026-11-21", 5)];
        let drawn =
            chart(&figures("2026-11-01", "2026-11-21", &whole_time), &ChartWords::default());
        assert!(drawn.contains(&format!("points=\"{},", (LEFT + RIGHT) / 2)), "{drawn}");
    }

    #[test]
    fn whatever_goes_stays_inside() {
        for goes in [0, 1, 250, 799, 800, 990, 999, 1_000] {
            let parts = [("2026-11-20", "2026-11-20", goes)];
            let figures = figures("2026-11-20", "2026-11-20", &parts);
            let scale = Scale::of(&figures.trend);
            assert!((0..100).contains(&scale.ground), "{goes}");
            let (x, y) = point(&figures.trend[0], (figures.from, figures.to), &scale).unwrap();
            assert!((LEFT..=RIGHT).contains(&x) && (TOP..=BOTTOM).contains(&y), "{goes}: {x} {y}");
        }
        assert!(
            chart(&figures("2026-11-20", "2026-11-20", &[]), &ChartWords::default())
                .ends_with("</svg>\n")
        );
    }

    #[test]
    fn words_stay_words() {
        let hostile = "</text><script>alert('1')</script> & \"2\"\u{0}\u{ffff}\n";
        let words = ChartWords {
            title: hostile.to_owned(),
            lead: hostile.to_owned(),
            upward: hostile.to_owned(),
            onward: hostile.to_owned(),
        };
        let drawn = chart(&figures("2026-11-01", "2026-11-21", &[]), &words);
        let said =
            "&lt;/text&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;2&quot;  ";
        assert_eq!(drawn.matches(said).count(), 5, "{drawn}");
        assert!(!drawn.contains("<script") && !drawn.contains('\u{0}'));
        assert!(!drawn.contains('\u{ffff}'));
    }
}
