// The same table in React, as its documentation would have it: rows are memoised, and keyed by their
// record (P-11).

import { memo, useCallback, useLayoutEffect, useReducer, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

import { grid, heads, stage, widths } from './grid.js';
import { changed, nameOf, records, ROW } from './records.js';
import { tableBench } from './table.js';

const C = ({ column, place, side = '', chosen, ...more }) => (
  <div
    className={`c${side}${chosen ? ' is-cell' : ''}`}
    role="gridcell"
    tabIndex={chosen ? 0 : -1}
    aria-colindex={place}
    data-testid="cell"
    data-col={column}
    {...more}
  />
);

const Row = memo(({ one, at, chosen }) => (
  <div
    className={chosen ? 'row slot is-selected is-current' : 'row slot'}
    role="row"
    style={{ transform: `translateY(${at * ROW}px)` }}
    aria-rowindex={at + 2}
    aria-selected={chosen}
    aria-level={1}
    data-key={one.number}
    data-index={at}
    data-testid="row"
  >
    <C column="number" place={1} side=" n ord" chosen={chosen}><span>{one.number + 1}</span></C>
    <C column="code" place={2}><span className="code">{one.code}</span></C>
    <C column="name" place={3} dir="auto" title={nameOf(one)}>
      <span className="name"><b>{one.article}</b>{one.measures}</span>
    </C>
    <C column="category" place={4} side=" dim" dir="auto" title={one.category}><span>{one.category}</span></C>
    <C column="requested" place={5} side=" n"><span>{one.requested}</span></C>
    <C column="to_ship" place={6} side=" n ship medium"><span className="faint">{one.requested}</span></C>
    <C column="status" place={7} side=" c-flex" title="Pending">
      <span className="st st-pending">
        <svg className="icon" aria-hidden="true"><use href="#i-circle" /></svg>
        <span className="trunc" dir="auto">Pending</span>
      </span>
    </C>
    <C column="comment" place={8} dir="auto" title={one.comment}><span>{one.comment}</span></C>
  </div>
));

const turns = {
  create: (state, [from, count]) => ({ ...state, list: records(from, count) }),
  append: (state, [from, count]) => ({ ...state, list: state.list.concat(records(from, count)) }),
  change: (state) => ({ ...state, list: state.list.map((one, at) => (at % 10 ? one : changed(one))) }),
  choose: (state, [chosen]) => ({ ...state, chosen }),
  swap: (state, [a, b]) => {
    const list = [...state.list];
    [list[a], list[b]] = [list[b], list[a]];
    return { ...state, list };
  },
  remove: (state, [at]) => ({ ...state, list: state.list.toSpliced(at, 1) }),
  clear: (state) => ({ ...state, list: [] }),
};

const table = {};

const Table = () => {
  const [{ list, chosen }, act] = useReducer((state, [turn, ...given]) => turns[turn](state, given), {
    list: [],
    chosen: 0,
  });
  const element = useRef(null);
  const hold = useCallback((turn) => (...given) => flushSync(() => act([turn, ...given])), []);
  useLayoutEffect(() => {
    widths(element.current);
    for (const turn of Object.keys(turns)) table[turn] = hold(turn);
  }, [hold]);
  const { class: className, tabindex: tabIndex, ...says } = grid(list.length);
  return (
    <div ref={element} className={className} tabIndex={tabIndex} {...says}>
      <div className="grid-head" role="row" aria-rowindex={1} dangerouslySetInnerHTML={{ __html: heads() }} />
      <div className="grid-body" role="rowgroup" style={{ height: list.length * ROW }}>
        {list.map((one, at) => <Row key={one.number} one={one} at={at} chosen={at === chosen} />)}
      </div>
    </div>
  );
};

flushSync(() => createRoot(stage(true)).render(<Table />));
globalThis.bench = tableBench(table);
