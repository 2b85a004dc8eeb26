import { useState } from 'react';
import { readSetting, writeSetting } from '../ui/browser-settings';

export type CalendarLayout = 'list' | 'month';

const SETTING = 'calendar';

/** List or month: what this browser was last set to; the list, which the specification asks for, until then. */
export function useCalendarLayout(): [CalendarLayout, (layout: CalendarLayout) => void] {
  const [layout, setLayout] = useState<CalendarLayout>(() =>
    readSetting(SETTING) === 'month' ? 'month' : 'list',
  );
  const choose = (next: CalendarLayout): void => {
    setLayout(next);
    writeSetting(SETTING, next);
  };
  return [layout, choose];
}
