//! A row of the movement editor, its columns, filter and counts.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    ChangeKind, EditProblem, EditorColumn, Failure, FieldConflict, LineStatus, OperationKey,
    PersonRef, ProductRef, Question, RowKey, RowState, StepName,
};

impl From<RowKey> for String {
    fn from(key: RowKey) -> Self {
        key.to_string()
    }
}

/// One row of the editor, in the order shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditorRow {
    /// A line.
    Line(Box<EditorLine>),
    /// A product that goes instead of the line above.
    Instead(Box<InsteadRow>),
    /// What there is to say of the line above, until it is dealt with.
    Note(Box<NoteRow>),
}

/// A line of the editor: what is to be, where it differs from the service, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditorLine {
    /// Its name.
    pub key: RowKey,
    /// Its number in the movement, from 1, whatever is filtered or sorted.
    pub number: u32,
    /// Where it stands.
    pub state: RowState,
    /// What is asked for; `None` while what was typed names no product.
    pub product: Option<ProductRef>,
    /// What stands in the code's cell where it names no product.
    pub code_typed: Option<String>,
    /// How many are asked for; `None` where the service gave none, or what was typed is no quantity.
    pub requested: Option<i64>,
    /// What stands in the quantity's cell where it is no quantity.
    pub requested_typed: Option<String>,
    /// How many will leave.
    pub to_ship: Option<i64>,
    /// How much of it is picked; `None` where nothing is known of that, and where nothing of it goes.
    #[serde(default)]
    pub picked: Option<LinePicked>,
    /// Names of the bins to take it from, in the order in which they are to be gone to; of a line that
    /// is picked, the bins it came from. Empty where nothing is known of that.
    #[serde(default)]
    pub bins: Vec<String>,
    /// Its status, as it will be once all is sent; `None` for one that is not in the service.
    pub status: Option<LineStatus>,
    /// Why it was changed.
    pub reason_code: Option<String>,
    /// Free text about the change.
    pub comments: Option<String>,
    /// How many the origin has, where the service tells.
    pub available: Option<i64>,
    /// Who gets it.
    pub recipient: Option<PersonRef>,
    /// How many were asked for of this product in the last movement before this one with the same
    /// origin and destination that has it; `None` where none is known.
    pub last_time: Option<i64>,
    /// It is asked for there for the first time: all movements before were read.
    #[serde(default)]
    pub first_time: bool,
    /// Cells that differ from the service by what was changed here and not sent.
    pub edited: Vec<EditorColumn>,
    /// Cells that can be edited now.
    pub editable: Vec<EditorColumn>,
    /// What is wrong with it, or worth a look; the worst first.
    pub problems: Vec<EditProblem>,
    /// It is to be deleted.
    pub deleted: bool,
    /// What was decided about it waits for somebody's approval here, and is not sent.
    pub proposed: bool,
    /// Somebody at another station proposes something about it, and nobody answered.
    #[serde(default)]
    pub proposed_elsewhere: bool,
    /// It became another one in the service, or is new there, since the user last left the movement.
    #[serde(default)]
    pub news: bool,
    /// Whether what goes instead of it is shown below; `None` if nothing does.
    pub unfolded: Option<bool>,
}

/// How much of a line is picked (interface document, 4.5), in pieces, with what goes instead of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinePicked {
    /// So many were picked; those that wait to be sent count.
    pub picked: i64,
    /// So many are to be; `None` where the service gave no number.
    pub required: Option<i64>,
    /// So many more are typed in the panel and not sent, fewer where picks are to be taken back; `None`
    /// where nothing is typed.
    #[serde(default)]
    pub typed: Option<i64>,
}

impl LinePicked {
    /// Whether all of it is picked.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.required.is_some_and(|required| self.picked >= required)
    }
}

/// What goes instead of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InsteadRow {
    /// The line.
    pub of: RowKey,
    /// Its index among what goes instead, from 0.
    pub at: u32,
    /// What goes.
    pub product: ProductRef,
    /// How many pieces.
    pub quantity: Option<i64>,
    /// How many the origin has, where the service tells.
    pub available: Option<i64>,
    /// It was decided here and is not sent yet.
    pub local: bool,
}

/// What there is to say of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoteRow {
    /// The line.
    pub of: RowKey,
    /// What there is to say.
    pub note: Note,
}

/// What there is to say of a line until it is dealt with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// The service refused a change, or it cannot be sent like this.
    Refused {
        /// The operation; it can be retried, dropped, or taken back into the editor.
        operation: OperationKey,
        /// Which kind of change it was.
        change: ChangeKind,
        /// What the service said.
        failure: Failure,
        /// Codes of the products that were to go instead.
        with: Vec<String>,
    },
    /// Somebody changed the same fields while a change waited in the outbox.
    Conflict {
        /// The operation.
        operation: OperationKey,
        /// The fields.
        fields: Vec<FieldConflict>,
        /// The line was typed in since: what is ours in the fields stands there and is not sent, and goes
        /// in the place of the operation once the line is sent.
        #[serde(default)]
        typed_since: bool,
    },
    /// No answer came, and nothing in the service tells whether it was done.
    Unknown {
        /// The operation.
        operation: OperationKey,
        /// What the user is asked.
        question: Question,
    },
    /// Somebody changed the same fields since they were changed here; nothing was sent yet.
    Elsewhere {
        /// The fields: as they were, as they are in the service now, as they are to be.
        fields: Vec<FieldConflict>,
    },
}

/// Which lines are shown. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct LineFilter {
    /// Words to be found in code, name, category, reason or comment of a line or of what goes
    /// instead; all of them must be there.
    pub text: String,
    /// Which lines.
    pub only: OnlyLines,
    /// What reasons are called in the window, code and words, where that is not the code itself with
    /// spaces. They are found and sorted by their words too.
    #[serde(default)]
    pub reasons: Vec<(String, String)>,
}

/// The quick filters of the editor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnlyLines {
    /// Every line.
    #[default]
    All,
    /// Lines with a problem, a refusal, a conflict or a question.
    Attention,
    /// Lines changed here and not sent, and those with picks that are typed and not sent.
    ChangedHere,
    /// Lines about which nothing was decided yet, here or in the service.
    Undecided,
    /// Lines whose quantity was revised.
    Changed,
    /// Lines in whose stead other products go.
    Substituted,
    /// Lines of which nothing goes.
    Canceled,
    /// Lines of which something goes that is not picked, as far as that is known.
    ToPick,
}

/// How far a movement is picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickingState {
    /// Lines of which something goes.
    pub lines: u32,
    /// Of these, lines that are picked whole.
    pub whole: u32,
}

/// The whole of a movement's editor at a glance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EditorState {
    /// Lines, those added here with them; those to be deleted, too.
    pub lines: u32,
    /// Lines that need the user.
    pub attention: u32,
    /// Lines changed here and not sent, those of which something is typed in their panel among them. Those that only make
    /// room for others are not counted beside others; by themselves they are one.
    pub changed_here: u32,
    /// Of these, lines of which nothing is changed but what is typed in their panel: it is sent from there.
    #[serde(default)]
    pub only_in_panel: u32,
    /// Whether the service told a place of none of several lines: what is moved may come to stand elsewhere.
    #[serde(default)]
    pub unplaced: bool,
    /// Lines that get another place because others were put somewhere.
    #[serde(default)]
    pub follow: u32,
    /// How far it is picked; `None` where nothing is known of that.
    #[serde(default)]
    pub picking: Option<PickingState>,
    /// Changes that would be sent now: instructions, and one for the movement's own fields.
    pub ready: u32,
    /// Changes that are worth a look first, or cannot be sent as they are.
    #[serde(default)]
    pub doubtful: u32,
    /// Changes that wait for approval here.
    pub proposed: u32,
    /// Lines of which a change is queued or on its way.
    pub sending: u32,
    /// Lines with a change that the service was too busy to take; it goes again by itself.
    #[serde(default)]
    pub busy: u32,
    /// Lines of which the service refused a change.
    pub refused: u32,
    /// Lines changed in the service since they were changed here.
    pub elsewhere: u32,
    /// Lines that became other ones in the service, or are new there, since the user last left it.
    #[serde(default)]
    pub news: u32,
    /// Lines about which nothing was decided yet; those to be deleted are decided about.
    #[serde(default)]
    pub undecided: u32,
    /// Lines revised, substituted, canceled.
    pub changed: u32,
    /// See above.
    pub substituted: u32,
    /// See above.
    pub canceled: u32,
    /// Pieces asked for, of lines that are not to be deleted.
    pub requested: i64,
    /// Pieces that will leave.
    pub to_ship: i64,
    /// When something was last kept here.
    pub kept: Option<DateTime<Utc>>,
    /// What undo would take back.
    pub undo: Option<StepName>,
    /// Undo reaches something that was sent and has no inverse here: History has it.
    pub undo_in_history: bool,
    /// What redo would do again.
    pub redo: Option<StepName>,
    /// A cell that was being typed in when the window went away.
    pub typing: Option<TypedCell>,
}

/// What stands in a cell while it is being typed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedCell {
    /// The row; `None` for the entry row.
    pub row: Option<RowKey>,
    /// The column.
    pub column: EditorColumn,
    /// The text as typed.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_same_name_on_both_sides_of_the_border() {
        let keys = [
            RowKey::Line("n:odd:id".into()),
            RowKey::New("01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap()),
        ];
        for key in keys {
            let json = serde_json::to_string(&key).unwrap();
            assert_eq!(serde_json::from_str::<RowKey>(&json).unwrap(), key, "{json}");
        }
        assert!("x:1".parse::<RowKey>().is_err());
    }
}
