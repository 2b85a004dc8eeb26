import { useSyncExternalStore } from 'react';

const layers: HTMLElement[] = [];
const listeners = new Set<() => void>();

function changed() {
  listeners.forEach((listener) => listener());
}

/** Records an open modal element as the topmost layer; the returned function removes it. */
export function addModalLayer(element: HTMLElement): () => void {
  layers.push(element);
  changed();
  return () => {
    layers.splice(layers.indexOf(element), 1);
    changed();
  };
}

/** Whether this is the topmost open modal element. */
export function isTopModalLayer(element: HTMLElement): boolean {
  return layers.at(-1) === element;
}

/** Whether any modal element is open. */
export function isModalLayerOpen(): boolean {
  return layers.length > 0;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost open modal element, or undefined. Everything outside it is inert: not clickable and not read. */
export function useTopModalLayer(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, () => layers.at(-1));
}
