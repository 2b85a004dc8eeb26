import { useEffect, useEffectEvent, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { growingPause } from '../api/pause';
import { type Connection, connectionKey } from '../business-profile/use-connection';
import { type Mirror, mirrorKey, useMirror } from '../business-profile/use-mirror';
import { isCopiedKey } from '../listings/listing-keys';
import { announce } from '../ui/announcer';
import { isOverviewKey } from './use-overview';

const WHILE_READING_MS = 2000;
/** At first; the server goes on trying by itself when something is in the way. */
const IN_TROUBLE_MS = 10_000;

/**
 * Follows the reading of the connected places for as long as something is to be expected of it, and has the lists on
 * screen read again when there is more to show. Nothing is asked for while the tab is hidden.
 */
export function useReadingProgress(connection: Connection | undefined): Mirror | undefined {
  const { data: mirror, error } = useMirror();
  const { mutate } = useSWRConfig();

  // Without access nothing is read.
  const isWorking = connection?.state === 'connected';
  const pauseMs = isWorking ? (error === undefined ? pauseAfter(mirror) : IN_TROUBLE_MS) : undefined;
  const ask = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') void mutate(mirrorKey());
  });
  useEffect(() => {
    if (pauseMs === undefined) return;
    let [passedMs, askedMs] = [0, 0];
    const timer = setInterval(() => {
      passedMs += pauseMs;
      if (pauseMs === IN_TROUBLE_MS && passedMs - askedMs < growingPause(passedMs, pauseMs)) return;
      askedMs = passedMs;
      ask();
    }, pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs]);

  const stage = mirror && stageOf(mirror);
  const lastStage = useRef(stage);
  // What is shown with the first answer may have been answered before a reading ended of which this one tells.
  const isFirstOutdated = mirror?.isJustRead ?? false;
  useEffect(() => {
    if (stage === undefined || stage === lastStage.current) return;
    if (lastStage.current !== undefined || isFirstOutdated)
      void mutate((key) => isCopiedKey(key) || isOverviewKey(key));
    lastStage.current = stage;
  }, [stage, isFirstOutdated, mutate]);

  const problem = mirror?.problem;
  const lastProblem = useRef(problem);
  useEffect(() => {
    if (problem === lastProblem.current) return;
    // The access itself may have ended, or have come back.
    if (lastProblem.current !== undefined) void mutate(connectionKey());
    lastProblem.current = problem;
  }, [problem, mutate]);

  const state = mirror?.state;
  const lastState = useRef<Mirror['state']>(undefined);
  useEffect(() => {
    if (state === 'importing' && lastState.current !== 'importing')
      announce('Reading your places from Google');
    if (state === 'ready' && lastState.current === 'importing')
      announce('Your places have been read from Google');
    lastState.current = state;
  }, [state]);

  return mirror;
}

function pauseAfter(mirror: Mirror | undefined): number | undefined {
  if (mirror?.problem || mirror?.state === 'failed') return IN_TROUBLE_MS;
  return mirror?.isReading || mirror?.state === 'importing' ? WHILE_READING_MS : undefined;
}

/** Changes when there is more to show: with each part of the first reading, later with each reading that is complete. */
function stageOf({ state, asOf, accountsDone, locationsDone }: Mirror): string {
  return state === 'importing' ? `${accountsDone} ${locationsDone}` : `${state} ${asOf}`;
}
