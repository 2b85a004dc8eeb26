import { expect } from '@jest/globals';
import { screen } from '@testing-library/react';

/** The message that a field is linked to, as a screen reader would say it with the field. */
export function messageOf(field: HTMLElement): string | null | undefined {
  if (field.getAttribute('aria-invalid') !== 'true') return null;
  const [id = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(id)?.textContent;
}

/** The message stands above the form, in an alert of its own. */
export async function expectFault(message: string): Promise<void> {
  const alert = await screen.findByText(message);
  expect(alert.closest('[role=alert]')?.textContent).toBe(message);
  const form = screen.getByRole('main').querySelector('form');
  expect(form && alert.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
}
