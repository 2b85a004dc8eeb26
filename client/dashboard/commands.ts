import type { Theme } from '../ui/theme';

/** What the palette and single keys can have done from every view. */
export interface Commands {
  /** Goes to an address within the product. */
  go: (address: string) => void;
  schedulePost: () => void;
  toggleSidebar: () => void;
  chooseTheme: (theme: Theme) => void;
  showShortcuts: () => void;
  showAccount: () => void;
  logOut: () => void;
}
