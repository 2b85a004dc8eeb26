import { ExternalLink as Glyph } from 'lucide-react';
import { Icon } from '../ui/icon';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './external-link.module.css';

/** A link out of the product, in a new tab. */
export function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noreferrer">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      <Icon of={Glyph} />
    </a>
  );
}
