//! How wide columns are.

/// What a column would like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wish {
    /// The width in which nothing of it wraps.
    pub natural: f32,
    /// The width below which it cannot be read. A column whose content is never cut says the same twice.
    pub least: f32,
    /// Whether it takes what room is left when all have what they like.
    pub grows: bool,
    /// Whether it keeps the least it needs where others give way.
    pub keeps: bool,
}

/// The widths of columns that fill the room, or `None` where not all get the least they need. What
/// is left over goes to those that lack some, in proportion, and then to those that grow; where none
/// does, to all.
pub fn widths(wishes: &[Wish], room: f32) -> Option<Vec<f32>> {
    let least: f32 = wishes.iter().map(|wish| wish.least).sum();
    if least > room {
        return None;
    }
    let lacking: f32 = wishes.iter().map(|wish| wish.natural - wish.least).sum();
    let given = (room - least).min(lacking);
    let left = room - least - given;
    let growing: f32 = wishes.iter().filter(|it| it.grows).map(|it| it.natural).sum();
    let widths = wishes.iter().map(|wish| {
        let more = if lacking > 0.0 { (wish.natural - wish.least) * given / lacking } else { 0.0 };
        let rest = if growing > 0.0 {
            if wish.grows { left * wish.natural / growing } else { 0.0 }
        } else {
            left / wishes.len() as f32
        };
        wish.least + more + rest
    });
    Some(widths.collect())
}

/// The widths where there is too little room for all: those that want most give, down to one limit.
pub fn squeezed(wishes: &[Wish], room: f32) -> Vec<f32> {
    let mut least: Vec<f32> = wishes.iter().map(|wish| wish.least).collect();
    least.sort_by(f32::total_cmp);
    let mut room_left = room;
    let mut count = least.len();
    let mut limit = room;
    for width in least {
        limit = room_left / count.max(1) as f32;
        if width > limit {
            break;
        }
        room_left -= width;
        count = count.saturating_sub(1);
    }
    wishes.iter().map(|wish| wish.least.min(limit)).collect()
}

/// The same where some keep the least they need, or `None` where none does, or others would get less than they need
/// and less than is bearable.
pub fn kept(wishes: &[Wish], room: f32, bearable: f32) -> Option<Vec<f32>> {
    let (keep, give): (Vec<Wish>, Vec<Wish>) = wishes.iter().copied().partition(|wish| wish.keeps);
    let left = room - keep.iter().map(|wish| wish.least).sum::<f32>();
    let given = squeezed(&give, left);
    let is_bearable = given.iter().zip(&give).all(|(it, wish)| *it >= wish.least.min(bearable));
    if keep.is_empty() || left < 0.0 || !is_bearable {
        return None;
    }
    let mut given = given.into_iter();
    let width = |wish: &Wish| if wish.keeps { Some(wish.least) } else { given.next() };
    Some(wishes.iter().filter_map(width).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: Wish = Wish { natural: 50.0, least: 50.0, grows: false, keeps: false };
    const NAME: Wish = Wish { natural: 300.0, least: 100.0, grows: true, keeps: false };

    #[test]
    fn the_room_is_filled_and_codes_keep_their_width() {
        assert_eq!(widths(&[CODE, NAME, CODE], 300.0).unwrap(), [50.0, 200.0, 50.0]);
        assert_eq!(widths(&[CODE, NAME, CODE], 500.0).unwrap(), [50.0, 400.0, 50.0]);
        assert_eq!(widths(&[CODE, CODE], 200.0).unwrap(), [100.0, 100.0]);
        assert!(widths(&[CODE, NAME, CODE], 199.0).is_none());
    }

    #[test]
    fn what_wants_most_gives_first() {
        let wide = Wish { natural: 900.0, least: 900.0, ..CODE };
        assert_eq!(squeezed(&[CODE, wide, CODE], 300.0), [50.0, 200.0, 50.0]);
        assert_eq!(squeezed(&[wide, wide], 300.0), [150.0, 150.0]);
    }

    #[test]
    fn what_keeps_its_width_has_it_as_long_as_the_others_have_what_is_bearable() {
        let bars = Wish { natural: 120.0, least: 120.0, keeps: true, ..CODE };
        let all = [bars, CODE, NAME];
        assert_eq!(kept(&all, 230.0, 40.0).unwrap(), [120.0, 50.0, 60.0]);
        assert_eq!(kept(&all, 200.0, 40.0).unwrap(), [120.0, 40.0, 40.0]);
        assert!(kept(&all, 199.0, 40.0).is_none());
        assert!(kept(&[CODE, NAME], 100.0, 40.0).is_none(), "none keeps it");
        assert!(kept(&[bars, bars], 239.0, 40.0).is_none());
    }

    #[test]
    fn widths_add_up_to_the_room_whatever_is_wished() {
        for count in 1..12 {
            let wishes: Vec<Wish> = (0..count)
                .map(|at| Wish {
                    natural: 20.0 + 17.0 * at as f32,
                    least: 20.0 + 7.0 * at as f32,
                    grows: at % 3 == 1,
                    keeps: false,
                })
                .collect();
            for room in [400.0, 700.0, 1200.0] {
                if let Some(widths) = widths(&wishes, room) {
                    assert!((widths.iter().sum::<f32>() - room).abs() < 0.01);
                    assert!(widths.iter().zip(&wishes).all(|(it, wish)| *it >= wish.least - 0.01));
                }
            }
        }
    }
}
