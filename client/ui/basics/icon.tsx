import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';

interface IconProps {
  of: LucideIcon;
  /** Edge length in px. */
  size?: 12 | 16 | 20 | 32;
}

/** A decorative line icon. Text beside it or the control's name says what it means. */
export const Icon = memo(function Icon({ of: Glyph, size = 16 }: IconProps) {
  return <Glyph size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
});
