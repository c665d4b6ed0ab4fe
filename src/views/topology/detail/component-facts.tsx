import type { ReactNode } from 'react'
import type { Component } from '@/api/topology/topology'
import { formatCost } from '@/shared/format'
import { LOCAL_AGENT } from '@/lib/settings/origin'
import { toDisplayProperties, type PropertyValue, describePropertyValue } from '@/lib/topology/display-property'
import { Badge } from '@/ui/badge'
import { DescriptionList } from '@/ui/description-list'
import { StatusBadge } from '@/ui/status-word'
import { Tags } from '@/ui/tags'
import { Time } from '@/ui/time'
import { AgentName } from '../../shared/agent-name'
import { FactGroup } from '../../shared/fact-group'
import css from './component.module.css'

type Fact = { name: string; value: ReactNode }

/** The facts of a component apart from its health and its children. */
export function ComponentFacts({ component }: { component: Component }) {
  const { labels, properties, hidden, silenced } = component
  return (
    <>
      {(hidden || silenced) && (
        <p className={css.marks}>
          {hidden && <Badge>Hidden</Badge>}
          {silenced && <StatusBadge word="Silenced" />}
        </p>
      )}
      <DescriptionList items={present(aboutOf(component))} />
      <Listed
        title="Properties"
        items={toDisplayProperties(properties ?? []).map(({ label, value }) => ({
          name: label,
          value: <Value of={value} />,
        }))}
      />
      <FactGroup title="Labels" isShown={Object.keys(labels ?? {}).length > 0}>
        <Tags label="Labels" tags={labels ?? {}} />
      </FactGroup>
      <Listed title="Cost" items={costsOf(component)} />
      <Listed title="Times" items={timesOf(component)} />
    </>
  )
}

function Value({ of }: { of: PropertyValue }) {
  if (of.is === 'moment') return <Time at={of.at} as="ago" />
  if (of.is !== 'links') return describePropertyValue(of)
  return (
    <ul>
      {of.links.map(({ label, href }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener noreferrer" className={css.link}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Leaves out facts without a value. */
const present = (items: readonly Fact[]) =>
  items.filter(({ value }) => value !== undefined && value !== null && value !== '')

/** `Name` is included if it differs from the displayed title. */
const aboutOf = ({
  name,
  text,
  type,
  topology_type,
  namespace,
  owner,
  lifecycle,
  agent_id,
  external_id,
  tooltip,
}: Component): Fact[] => [
  { name: 'Type', value: type },
  { name: 'Name', value: text && text !== name ? name : undefined },
  { name: 'About', value: tooltip },
  { name: 'Topology', value: topology_type },
  { name: 'Namespace', value: namespace },
  { name: 'Owner', value: owner },
  { name: 'Lifecycle', value: lifecycle },
  { name: 'Agent', value: agent_id === LOCAL_AGENT ? 'local' : agent_id && <AgentName id={agent_id} /> },
  { name: 'External id', value: external_id },
]

const costsOf = (component: Component): Fact[] =>
  [
    { name: 'Per minute', value: component.cost_per_minute },
    { name: '1 day', value: component.cost_total_1d },
    { name: '7 days', value: component.cost_total_7d },
    { name: '30 days', value: component.cost_total_30d },
  ].flatMap(({ name, value }) => (value ? [{ name, value: formatCost(value) }] : []))

const timesOf = ({ created_at, updated_at }: Component): Fact[] =>
  [
    { name: 'Created', at: created_at },
    { name: 'Updated', at: updated_at },
  ].flatMap(({ name, at }) => (at ? [{ name, value: <Time at={at} as="ago" /> }] : []))

const Listed = ({ title, items }: { title: string; items: readonly Fact[] }) => (
  <FactGroup title={title} isShown={items.length > 0}>
    <DescriptionList items={items} />
  </FactGroup>
)
