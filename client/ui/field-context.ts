import { createContext, useContext } from 'react';

interface FieldState {
  id?: string;
  describedBy?: string;
  invalid: boolean;
}

/** What a Field or FieldGroup tells the controls inside it. */
export const FieldContext = createContext<FieldState>({ invalid: false });

/** The attributes with which a control joins the Field around it; empty outside of one. */
export function useFieldControl() {
  const { id, describedBy, invalid } = useContext(FieldContext);
  return { id, 'aria-describedby': describedBy, 'aria-invalid': invalid || undefined };
}
