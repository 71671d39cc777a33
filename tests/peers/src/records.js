// The records every table here draws: reckoned from their number, the same in `src-ui/src/bench`.

const CODES = ['GLV', 'MSK', 'SYR', 'BND', 'CAN', 'SUT', 'GWN', 'TUB'];
const ARTICLES = ['Examination gloves', 'Surgical mask', 'Syringe', 'Bandage', 'Cannula', 'Suture', 'Gown', 'Tube'];
const MATERIALS = ['nitrile', 'non-woven', 'silicone', 'cotton', 'polyester'];
const CATEGORIES = ['Protection', 'Theatre', 'Injection', 'Dressings', 'Infusion', 'Sutures', 'Clothing', 'Airways'];

export const record = (number) => ({
  number,
  code: `${CODES[number % 8]}-${String(number).padStart(5, '0')}`,
  article: ARTICLES[number % 8],
  measures: `, ${MATERIALS[number % 5]}, ${(number % 97) + 1} x ${(number % 13) + 2} cm, box of ${(number % 50) + 1}`,
  category: CATEGORIES[number % 8],
  requested: String(((number * 7) % 480) + 20),
  comment: `Ward ${(number % 40) + 1}`,
});

export const records = (from, count) => Array.from({ length: count }, (_, at) => record(from + at));

// What changing a record does to it.
export const changed = (one) => ({ ...one, measures: `${one.measures}, urgent` });

export const nameOf = (one) => one.article + one.measures;

// Height of a row and of the heads in px, as the stylesheet has them at 100 %.
export const ROW = 28;
