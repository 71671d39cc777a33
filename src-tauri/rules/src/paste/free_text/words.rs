//! Words of letters in which people ask for something, folded; in the languages of the window and of some
//! beside it. Pure.

/// What is said around what is asked for.
const POLITE: &str = "please pls plz kindly send us me we i need want would like to order get have can could you \
    also and the following hi hello dear all team add another some thanks thank asap require \
    request requesting deliver may a total again then well as good morning afternoon about \
    bonjour bonsoir salut merci d de des envoyer envoyez veuillez nous il faut faudrait besoin \
    avons ai j je svp stp s vous te plait aussi faire parvenir livrer commander commande \
    voudrais voudrions pouvez pourriez et ainsi que avance par moi encore bitte senden sie wir \
    ich brauche brauchen uns mir schicken benotigen hallo und noch danke por favor enviar \
    envie necesitamos necesito hola y gracias من فضلك نحتاج نريد ارسال الرجاء مرحبا شكرا و \
    пожалуйста нужно отправьте здравствуйте спасибо и";

/// What things are counted by.
const UNITS: &str = "x × * pc pcs pce pces piece pieces unit units unite unites ea each box boxes boite boites \
    bte btes pack packs packet packets paquet paquets carton cartons case cases caisse caisses \
    roll rolls rouleau rouleaux bag bags sac sacs sachet sachets pair pairs paire paires stk \
    stuck schachtel schachteln packung packungen caja cajas pieza piezas uds قطعة قطع علبة علب \
    صندوق шт штук коробка коробки коробок";

/// What is counted by, but may itself be what is asked for unless a word as "of" follows.
const VESSELS: &str = "bottle bottles flacon flacons bouteille bouteilles tube tubes set sets kit kits vial vials \
    ampoule ampoules lot lots flasche flaschen";

/// What says that a number counts dozens.
const DOZENS: &str =
    "dozen dozens doz douzaine douzaines dutzend docena docenas дюжина дюжины дюжин";

/// What joins them with it.
const OF: &[&str] = &["of", "de", "d", "du", "des", "von", "di", "من"];

/// What a number before it measures, dates or counts, which is nothing to send.
const MEASURES: &str = "ml cl dl l mg g kg ug mm cm m km cc ui iu fr ch gauge inch inches pouces euro euros eur \
    usd day days week weeks month months year years hour hours h min minutes am pm jour jours \
    semaine semaines mois an ans heure heures tag tage woche wochen dias january february \
    march april may june july august september october november december jan feb mar apr jun \
    jul aug sep sept oct nov dec janvier fevrier mars avril mai juin juillet aout septembre \
    octobre novembre decembre januar februar marz juni juli oktober dezember rue avenue \
    boulevard bd calle floor etage";

/// What a number before a name and this is that of a house.
const STREETS: &[&str] =
    &["street", "st", "road", "rd", "avenue", "ave", "boulevard", "blvd", "lane", "strasse"];

/// What has a number that is no quantity.
const NUMBERED: &str = "tel telephone phone mobile mob cell portable gsm fax ext extension poste room salle \
    chambre ward floor etage bureau office date ref reference no nr num numero number page po \
    bp id dept department service subject objet re from to cc sent envoye version zip iban tva \
    vat week semaine year annee order commande movement mouvement";

/// What stands before a quantity and says that it is one.
const MARKS: &[&str] = &[
    "x", "×", "*", ":", "=", "-", "–", "—", "→", "qty", "quantity", "qte", "quantite", "menge",
    "anzahl",
];

fn is_in(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// The letters and digits of a word, which are folded.
fn bare(word: &str) -> &str {
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
}

pub fn is_polite(word: &str) -> bool {
    // "d'envoyer", "j'ai", "s'il"
    bare(word).split(['\'', '’']).all(|part| is_in(POLITE, part))
}

pub fn is_unit(word: &str) -> bool {
    is_in(UNITS, word) || is_in(UNITS, bare(word))
}

pub fn is_vessel(word: &str) -> bool {
    is_in(VESSELS, bare(word))
}

pub fn is_dozen(word: &str) -> bool {
    is_in(DOZENS, bare(word))
}

pub fn is_of(word: &str) -> bool {
    OF.contains(&word)
}

pub fn is_measure(word: &str) -> bool {
    is_in(MEASURES, bare(word))
}

pub fn is_street(word: &str) -> bool {
    STREETS.contains(&bare(word))
}

pub fn is_numbered(word: &str) -> bool {
    is_in(NUMBERED, bare(word))
}

pub fn is_mark(word: &str) -> bool {
    MARKS.contains(&word) || MARKS.contains(&bare(word))
}
