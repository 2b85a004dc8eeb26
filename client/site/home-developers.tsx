import { Check } from 'lucide-react';
import { Icon } from '../ui/basics/icon';
import common from '../ui/layout/common.module.css';
import styles from './home-developers.module.css';

const FACTS = [
  'The same paths, shapes, rules and errors',
  'Fails when you want it to, as Google does',
  'No dependencies, and nothing leaves your computer',
];

/** The first use, word for word as in simulator/README.md; a test compares them. */
const STEPS = [
  { title: 'Start it', command: 'npx gbp-simulator --port 8085 --world agency &' },
  {
    title: 'Get a token',
    command: `TOKEN=$(curl -s --retry 60 --retry-delay 1 --retry-connrefused localhost:8085/__simulator/world/issueTokens --json '{"email":"ottoline.brackenbury@example.com"}' | cut -d '"' -f 4)`,
  },
  {
    title: 'List the accounts',
    command:
      'curl -H "Authorization: Bearer $TOKEN" localhost:8085/mybusinessaccountmanagement.googleapis.com/v1/accounts',
  },
  {
    title: 'Publish a post',
    command: `curl -H "Authorization: Bearer $TOKEN" localhost:8085/mybusiness.googleapis.com/v4/accounts/105000000000000000005/locations/4200000000000000301/localPosts --json '{"topicType":"STANDARD","summary":"New ropes are in."}'`,
  },
  {
    title: 'See what customers would see',
    command: `curl localhost:8085/__simulator/world/posts --json '{}'`,
  },
];

/** What the product has for people who write software for Google's APIs. */
export function Developers() {
  return (
    <section aria-labelledby="simulator" className={styles.section}>
      <div>
        <p className={common.small}>For developers</p>
        <h2 id="simulator" className={styles.heading}>
          Google has no sandbox for these APIs. This is one.
        </h2>
        <p className={styles.lead}>
          The practice Google is a package that you can use without the rest. Point your app at it instead of
          Google.
        </p>
        <ul className={styles.facts}>
          {FACTS.map((fact) => (
            <li key={fact}>
              <Icon of={Check} />
              {fact}
            </li>
          ))}
        </ul>
      </div>
      <ol className={styles.steps}>
        {STEPS.map(({ title, command }) => (
          <li key={title}>
            <span className={styles.step}>{title}</span>
            <code>{command}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}
