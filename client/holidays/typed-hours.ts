import type { Answer } from './filled-answers';

const TIMES = /^(\d{1,2})(?::?(\d{2}))?\s*[-–]\s*(\d{1,2})(?::?(\d{2}))?$/;

/** The opening times in a text: `9-13`, `09:00–13:00`, several with commas between. Undefined for anything else. */
export function hoursIn(text: string): Answer['hours'] | undefined {
  const hours = text.split(',').map((part) => {
    const [, openHour = '', openMinute = '00', closeHour = '', closeMinute = '00'] =
      TIMES.exec(part.trim()) ?? [];
    const openTime = `${openHour.padStart(2, '0')}:${openMinute}`;
    const closeTime = `${closeHour.padStart(2, '0')}:${closeMinute}`;
    const isTime = /^([01]\d|2[0-3]):[0-5]\d$/;
    const isRight = isTime.test(openTime) && (isTime.test(closeTime) || closeTime === '24:00');
    return isRight && openTime !== closeTime ? { openTime, closeTime } : undefined;
  });
  return hours.every((each) => each !== undefined) ? hours : undefined;
}
