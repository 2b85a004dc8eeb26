import { countryName } from '../lib/country-names';
import type { ReactNode } from 'react';
import { countOf, figure } from '../lib/count-of';
import { Field } from '../ui/form/field';
import { cx } from '../ui/basics/cx';
import { Plate } from '../ui/basics/labels';
import prose from '../ui/basics/prose.module.css';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import type { OpenZone } from './use-open-zones';
import styles from './zone-groups.module.css';
import { ZoneSelect } from './zone-select';

/** Locations with one answer: of one state, and likely in one zone. */
type Zones = [OpenZone, ...OpenZone[]];

interface ZoneGroupsProps {
  items: readonly OpenZone[];
  /** Empty: nothing is chosen. */
  chosenFor: (zone: OpenZone) => string;
  onChoose: (zones: readonly OpenZone[], timeZone: string) => void;
  /** What proves a choice, such as the time there. */
  proofOf: (timeZone: string) => ReactNode;
}

/** Asks for the time zones of many locations: by state, and in each state by what is likely, with one answer for a row. */
export function ZoneGroups({ items, ...answers }: ZoneGroupsProps) {
  return byState(items).map(({ name, zones }) => (
    <section key={name} className={styles.state} aria-label={name}>
      <h3 className={styles.head}>
        {name} <span className={prose.meta}>{countOf(zones.length, 'location')}</span>
      </h3>
      <ul className={common.ruled}>
        {byAnswer(zones).map((row) => (
          <li key={row[0].locationId}>
            <ZoneRow zones={row} state={name} {...answers} />
            {row.length > 1 && (
              <details className={cx(prose.fold, styles.each)}>
                <summary>
                  {`Each of the ${figure(row.length)} locations`}
                  <VisuallyHidden>{` in ${citiesOf(row)}`}</VisuallyHidden>
                </summary>
                <ul className={common.ruled}>
                  {row.map((zone) => (
                    <li key={zone.locationId}>
                      <ZoneRow zones={[zone]} state={name} isNamed {...answers} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface ZoneRowProps extends Omit<ZoneGroupsProps, 'items'> {
  zones: Zones;
  state: string;
  /** Whether it is one of a row above, told apart by its name. */
  isNamed?: boolean;
}

/** One or several locations, with one choice for all of them. */
function ZoneRow({ zones, state, isNamed = false, chosenFor, onChoose, proofOf }: ZoneRowProps) {
  const [first, ...others] = zones;
  const timeZone = chosenFor(first);
  const value = others.every((other) => chosenFor(other) === timeZone) ? timeZone : '';
  const cities = citiesOf(zones);
  return (
    <div className={styles.row}>
      <div className={styles.place}>
        {isNamed ? (
          <p>
            {first.storeCode && <Plate>{first.storeCode}</Plate>} {first.locationName}
          </p>
        ) : (
          <p>
            <b className={prose.strong}>{figure(zones.length)}</b> in {cities}
          </p>
        )}
        {(isNamed || zones.length === 1) && (
          <p className={prose.meta}>{isNamed ? first.address : first.locationName}</p>
        )}
        {first.suggestion?.reason && !isNamed && <p className={prose.meta}>{first.suggestion.reason}</p>}
      </div>
      <Field label={`Time zone of ${isNamed ? first.locationName : `${cities}, ${state}`}`} hideLabel>
        <ZoneSelect zone={first} value={value} onChange={(name) => onChoose(zones, name)} />
      </Field>
      <p className={prose.meta}>{value !== '' && proofOf(value)}</p>
    </div>
  );
}

/** How many cities of a row are named. */
const MOST_CITIES = 5;

/** Cities with how many locations each has: 'Phoenix (5), Tucson (2), Flagstaff'. */
function citiesOf(zones: readonly OpenZone[]): string {
  const cities = [...Map.groupBy(zones, ({ city, locationName }) => city ?? locationName)]
    .map(([city, { length }]) => ({ city, count: length }))
    .sort((one, other) => other.count - one.count || one.city.localeCompare(other.city));
  const named = cities
    .slice(0, MOST_CITIES)
    .map(({ city, count }) => (count > 1 ? `${city} (${figure(count)})` : city))
    .join(', ');
  const more = cities.length - MOST_CITIES;
  return more > 0 ? `${named} and ${figure(more)} more` : named;
}

/** By name; a location whose address has no state is in its country. */
function byState(items: readonly OpenZone[]): { name: string; zones: OpenZone[] }[] {
  const nameOf = ({ region, country }: OpenZone) =>
    region ?? (country === null ? 'Country not known' : countryName(country));
  return [...Map.groupBy(items, nameOf)]
    .map(([name, zones]) => ({ name, zones }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Those with the same suggestion together, the most first. Of those without one, only those of one city. */
function byAnswer(zones: readonly OpenZone[]): Zones[] {
  const groups = Map.groupBy(zones, ({ locationId, city, country, suggestion }) =>
    [country, ...(suggestion ? ['zone', suggestion.timeZone] : ['city', city ?? locationId])].join(),
  );
  const rows = [...groups.values()] as Zones[];
  return rows.sort((one, other) => other.length - one.length);
}
