import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';

interface IconProps {
  of: LucideIcon;
  /** Edge length in px. */
  size?: 16 | 20 | 32;
}

/** A decorative line icon. The meaning always stands in words beside it or in the control's name. */
export const Icon = memo(function Icon({ of: Glyph, size = 16 }: IconProps) {
  return <Glyph size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
});
