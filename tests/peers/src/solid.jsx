// A virtual list by TanStack's library on Solid (P-13): as its examples have it, with as many rows
// beyond the edges as the window's own.

import { createVirtualizer } from '@tanstack/solid-virtual';
import { For } from 'solid-js';
import { render } from 'solid-js/web';

import { grid, heads, stage, widths } from './grid.js';
import { nameOf, record, ROW } from './records.js';
import { listBench } from './scroll.js';

const BEYOND = 4;

const C = (props) => (
  <div
    class={`c${props.side ?? ''}`}
    classList={{ 'is-cell': props.chosen }}
    role="gridcell"
    tabindex={props.chosen ? 0 : -1}
    aria-colindex={props.place}
    data-testid="cell"
    data-col={props.column}
    dir={props.dir}
    title={props.title}
  >
    {props.children}
  </div>
);

const Row = (props) => {
  const one = record(props.index);
  const chosen = () => props.index === 0;
  return (
    <div
      class={chosen() ? 'row slot is-selected is-current' : 'row slot'}
      role="row"
      style={{ transform: `translateY(${props.start}px)` }}
      aria-rowindex={props.index + 2}
      aria-selected={chosen()}
      aria-level={1}
      data-key={one.number}
      data-index={props.index}
      data-testid="row"
    >
      <C column="number" place={1} side=" n ord" chosen={chosen()}><span>{one.number + 1}</span></C>
      <C column="code" place={2}><span class="code">{one.code}</span></C>
      <C column="name" place={3} dir="auto" title={nameOf(one)}>
        <span class="name"><b>{one.article}</b>{one.measures}</span>
      </C>
      <C column="category" place={4} side=" dim" dir="auto" title={one.category}><span>{one.category}</span></C>
      <C column="requested" place={5} side=" n"><span>{one.requested}</span></C>
      <C column="to_ship" place={6} side=" n ship medium"><span class="faint">{one.requested}</span></C>
      <C column="status" place={7} side=" c-flex" title="Pending">
        <span class="st st-pending">
          <svg class="icon" aria-hidden="true"><use href="#i-circle" /></svg>
          <span class="trunc" dir="auto">Pending</span>
        </span>
      </C>
      <C column="comment" place={8} dir="auto" title={one.comment}><span>{one.comment}</span></C>
    </div>
  );
};

const List = (props) => {
  let element;
  const rows = createVirtualizer({
    count: props.total,
    getScrollElement: () => element,
    estimateSize: () => ROW,
    overscan: BEYOND,
    scrollMargin: 0,
  });
  const { class: name, ...says } = grid(props.total);
  const take = (it) => {
    element = it;
    widths(it);
  };
  return (
    <div ref={take} class={name} {...says}>
      <div class="grid-head" role="row" aria-rowindex="1" innerHTML={heads()} />
      <div class="grid-body" role="rowgroup" style={{ height: `${rows.getTotalSize()}px` }}>
        <For each={rows.getVirtualItems()}>{(item) => <Row index={item.index} start={item.start} />}</For>
      </div>
    </div>
  );
};

let end = () => {};

const list = {
  show: (total) => {
    const within = stage(false);
    end = render(() => <List total={total} />, within);
  },
  hide: () => {
    end();
    end = () => {};
    document.getElementById('stage')?.remove();
  },
};

globalThis.bench = listBench(list);
