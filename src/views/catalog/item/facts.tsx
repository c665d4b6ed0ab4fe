import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { catalog, type ConfigItem } from '@/api/catalog/catalog'
import { capital, formatCost } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import { LOCAL_AGENT } from '@/lib/settings/origin'
import { toDisplayProperties, type RawProperty, describePropertyValue } from '@/lib/topology/display-property'
import { incidentPage } from '@/shared/pages/incidents'
import { scraperPath } from '@/shared/pages/settings'
import { DescriptionList } from '@/ui/description-list'
import { PageLink } from '@/ui/page-link'
import { StatusShape } from '@/ui/status'
import { Tags } from '@/ui/tags'
import { Time } from '@/ui/time'
import { showsComponents } from '../../shared/access/shows-components'
import { showsIncidents } from '../../shared/access/shows-incidents'
import { QueryState } from '../../shared/query/query-state'
import { useConsole } from '../../shared/console'
import { lazyComponent } from '@/ui/lazy-component'
import { configState } from '../shared/config-health'
import css from './config.module.css'
import { FactGroup } from '../../shared/fact-group'

const Components = lazyComponent({
  what: 'the components',
  load: () => import('./components'),
  pending: () => null,
})

/** The health of an item and the incidents that it is evidence for. Shown above everything else. */
export function ConfigItemStatus({ item }: { item: ConfigItem }) {
  return (
    <>
      <Health item={item} />
      <Incidents item={item} />
    </>
  )
}

/** The facts of an item apart from its document. */
export function ConfigFacts({ item }: { item: ConfigItem }) {
  const { environment } = useConsole()
  return (
    <>
      <DescriptionList items={present(aboutOf(item))} />
      <Tags label="Tags" tags={item.tags ?? {}} />
      {showsComponents(environment) && <Components item={item} />}
      <FactGroup title="Labels" isShown={Object.keys(item.labels ?? {}).length > 0}>
        <Tags label="Labels" tags={item.labels ?? {}} />
      </FactGroup>
      <Listed title="Properties" items={formatItemProperties(item.properties ?? [])} />
      <Listed title="Cost" items={costsOf(item)} />
      <Listed title="Times" items={timesOf(item)} />
    </>
  )
}

/** The incidents that the item is evidence for. Shows nothing while loading or without incidents. */
function Incidents({ item }: { item: ConfigItem }) {
  const { environment } = useConsole()
  const query = useQuery({ ...catalog.incidents(item.id), enabled: showsIncidents(environment) })
  const { data = [], error } = query
  if (error) return <QueryState query={query} what="the incidents" as="part" pending={null} />
  return (
    <FactGroup title="Incidents" isShown={data.length > 0}>
      <ul>
        {data.map(({ id, title, severity, status }) => (
          <li key={id} className={css.incident}>
            <PageLink href={incidentPage.at(id)} className={css.name}>
              <bdi>{title}</bdi>
            </PageLink>
            <span className={css.quiet}>{[severity, status].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </FactGroup>
  )
}

/** The item's health, the reason, and the time it began. */
function Health({ item }: { item: ConfigItem }) {
  const { data: since } = useQuery(catalog.healthSince(item.id))
  const state = configState(item)
  if (state === undefined && !item.description) return null
  return (
    <section className={css.health} aria-label="Health">
      {state !== undefined && (
        <p className={css.state}>
          {item.health && <StatusShape health={toHealthDot(item.health)} size={12} />}
          <strong>{item.health ? capital(item.health) : state}</strong>
          {item.health && item.status && item.status.toLowerCase() !== item.health.toLowerCase() && (
            <bdi>{item.status}</bdi>
          )}
          {since && (
            <span className={css.quiet}>
              since <Time at={since} as="ago" />
            </span>
          )}
        </p>
      )}
      {item.description && <p className={css.reason}>{item.description}</p>}
    </section>
  )
}

type Fact = { name: string; value: ReactNode }

/** Leaves out facts without a value. */
const present = (items: readonly Fact[]) =>
  items.filter(({ value }) => value !== undefined && value !== null && value !== '')

const aboutOf = ({
  type,
  config_class,
  tags,
  agent_id,
  agent_name,
  external_id,
  config_scrapers,
}: ConfigItem): Fact[] => [
  { name: 'Type', value: type },
  { name: 'Class', value: config_class },
  { name: 'Namespace', value: tags?.['namespace'] },
  { name: 'Agent', value: agent_id === LOCAL_AGENT ? 'local' : agent_name },
  {
    name: 'Scraper',
    value: config_scrapers?.name && (
      <PageLink className={undefined} href={scraperPath(config_scrapers.id)}>
        {config_scrapers.name}
      </PageLink>
    ),
  },
  { name: 'External id', value: external_id?.join(', ') },
]

const costsOf = (item: ConfigItem): Fact[] =>
  [
    { name: 'Per minute', value: item.cost_per_minute },
    { name: '1 day', value: item.cost_total_1d },
    { name: '7 days', value: item.cost_total_7d },
    { name: '30 days', value: item.cost_total_30d },
  ].flatMap(({ name, value }) => (value ? [{ name, value: formatCost(value) }] : []))

const timesOf = ({ created_at, updated_at, last_scraped_time, deleted_at }: ConfigItem): Fact[] =>
  [
    { name: 'Created', at: created_at },
    { name: 'Updated', at: updated_at },
    { name: 'Scraped', at: last_scraped_time },
    { name: 'Deleted', at: deleted_at },
  ].flatMap(({ name, at }) => (at ? [{ name, value: <Time at={at} as="ago" /> }] : []))

const Listed = ({ title, items }: { title: string; items: readonly Fact[] }) => (
  <FactGroup title={title} isShown={items.length > 0}>
    <DescriptionList items={items} />
  </FactGroup>
)

/** The properties of an item as names and texts. Properties without a name or a text are left out. */
const formatItemProperties = (properties: readonly RawProperty[]): { name: string; value: string }[] =>
  toDisplayProperties(properties).map(({ label, value }) => ({
    name: label,
    value: value.is === 'amount' ? value.text : describePropertyValue(value),
  }))
