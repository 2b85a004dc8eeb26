import { useEffect, useEffectEvent, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { type Connection, connectionKey } from '../../business-profile/use-connection';
import { type Mirror, mirrorKey, useMirror } from '../../business-profile/use-mirror';
import { growingPause } from '../../lib/growing-pause';
import { isChangesKey } from '../../listings/use-google-edits';
import { isMirroredKey } from '../../listings/use-listings';
import { announce } from '../../ui/basics/screen-reader';
import { isOverviewKey } from './overview-board';

const WHILE_READING_MS = 2000;
/** The first pause after a failure; later ones grow. The server keeps retrying by itself. */
const AFTER_FAILURE_MS = 10_000;

/**
 * Polls while the server reads the connected locations, and reads the lists on screen again when there is more to show.
 * Sends nothing while the tab is hidden.
 */
export function useReadingProgress(connection: Connection | undefined): Mirror | undefined {
  const { data: mirror, error } = useMirror();
  const { mutate } = useSWRConfig();

  // Without access the server reads nothing.
  const isWorking = connection?.state === 'connected';
  const pauseMs = isWorking ? (error === undefined ? pauseAfter(mirror) : AFTER_FAILURE_MS) : undefined;
  const ask = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') void mutate(mirrorKey());
  });
  useEffect(() => {
    if (pauseMs === undefined) return;
    let [passedMs, askedMs] = [0, 0];
    const timer = setInterval(() => {
      passedMs += pauseMs;
      if (pauseMs === AFTER_FAILURE_MS && passedMs - askedMs < growingPause(passedMs, pauseMs)) return;
      askedMs = passedMs;
      ask();
    }, pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs]);

  const stage = mirror && stageOf(mirror);
  const lastStage = useRef(stage);
  // The lists on screen may be older than the completed read that this first answer reports.
  const isFirstOutdated = mirror?.isJustRead ?? false;
  useEffect(() => {
    if (stage === undefined || stage === lastStage.current) return;
    if (lastStage.current !== undefined || isFirstOutdated)
      void mutate((key) => isMirroredKey(key) || isOverviewKey(key) || isChangesKey(key));
    lastStage.current = stage;
  }, [stage, isFirstOutdated, mutate]);

  const problem = mirror?.problem;
  const lastProblem = useRef(problem);
  useEffect(() => {
    if (problem === lastProblem.current) return;
    // The access may have ended or been restored.
    if (lastProblem.current !== undefined) void mutate(connectionKey());
    lastProblem.current = problem;
  }, [problem, mutate]);

  const state = mirror?.state;
  const lastState = useRef<Mirror['state']>(undefined);
  useEffect(() => {
    if (state === 'importing' && lastState.current !== 'importing')
      announce('Reading your locations from Google');
    if (state === 'ready' && lastState.current === 'importing')
      announce('Your locations have been read from Google');
    lastState.current = state;
  }, [state]);

  return mirror;
}

function pauseAfter(mirror: Mirror | undefined): number | undefined {
  if (mirror?.problem || mirror?.state === 'failed') return AFTER_FAILURE_MS;
  return mirror?.isReading || mirror?.state === 'importing' ? WHILE_READING_MS : undefined;
}

/** Changes when there is more to show: with each part of the first read, later with each complete read. */
function stageOf({ state, asOf, accountsDone, locationsDone }: Mirror): string {
  return state === 'importing' ? `${accountsDone} ${locationsDone}` : `${state} ${asOf}`;
}
