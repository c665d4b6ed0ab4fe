import '../../../commands/pages/catalog'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ComponentConfig, componentParts, type Scope } from '../../../api/component'
import { formatCall } from '../../../commands/call'
import { mayUse } from '../../../commands/context'
import { nameOfConfig } from '../../../lib/config-name'
import { Badge } from '../../../ui/badge'
import type { Column } from '../../../ui/grid/column'
import { columns as columnsOfConfigs, openConfig, sentenceOf as sentenceOfConfig } from '../../catalog/columns'
import { isTrouble } from '../../catalog/config-health'
import { targetOf } from '../../catalog/target'
import { CommandButton } from '../../shell/commands/command-button'
import { useConsole } from '../../shell/console'
import { ListPart } from '../../shell/list/list-page'
import { useWholeList } from '../../shell/list/whole-list'
import { titleOf } from '../facts'
import type { PanelProps } from './component-tabs'
import { columnsOfScope, InScope, namesOf } from './in-scope'
import { NoConfigs } from './no-configs'

/** The config items of a component and its descendants. Items can be linked to the component manually. */
export default function Catalog({ component }: PanelProps) {
  return (
    <InScope component={component}>
      {(scope) => <List scope={scope} id={component.id} name={titleOf(component)} />}
    </InScope>
  )
}

const textOf = (row: ComponentConfig) => [nameOfConfig(row), row.type, row.status, namesOf(row.components)].join(' ')
const sentenceOf = (row: ComponentConfig) =>
  [sentenceOfConfig(row), `of ${namesOf(row.components)}`, row.isManual ? 'linked manually' : '']
    .filter(Boolean)
    .join(', ')

/** Ids of the catalog columns that show problems of an item. */
const shown = new Set(['name', 'type', 'status', 'changes', 'analysis', 'actions'])

const columnsIn = (scope: Scope): readonly Column<ComponentConfig>[] => {
  const columns = (columnsOfConfigs as readonly Column<ComponentConfig>[]).filter(({ id }) => shown.has(id))
  const link: Column<ComponentConfig> = {
    id: 'link',
    title: 'Link',
    width: '4.75rem',
    priority: 0,
    sortBy: ({ isManual }) => Number(isManual),
    cell: ({ isManual }) => isManual && <Badge>manual</Badge>,
  }
  return [
    ...columns.slice(0, 2),
    ...columnsOfScope<ComponentConfig>(scope),
    ...columns.slice(2, -1),
    link,
    ...columns.slice(-1),
  ]
}

function List({ scope, id, name }: { scope: Scope; id: string; name: string }) {
  const { perform, environment } = useConsole()
  const query = useQuery(componentParts.configs(scope))
  const { data } = query
  const rows = useMemo(() => data?.toSorted((a, b) => nameOfConfig(a).localeCompare(nameOfConfig(b))), [data])
  const source = useWholeList<ComponentConfig>({ ...query, data: rows }, textOf)
  const columns = useMemo(() => columnsIn(scope), [scope])
  const on = (command: string) => formatCall({ id: command, args: { component: `component:${id}` } })
  return (
    <ListPart<ComponentConfig>
      title={`Config items of ${name}`}
      of="config"
      source={source}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      isProblem={isTrouble}
      searchLabel="Search names, types and components"
      opensByPress
      onOpen={(row) => void perform({ call: openConfig(row), origin: 'button' }, [])}
      actions={
        mayUse(environment, 'database', 'write') && (
          <>
            {rows?.some(({ isManual }) => isManual) && (
              <CommandButton call={on('component.unrelate')} tone="bare" label="Unlink" />
            )}
            <CommandButton call={on('component.relate')} label="Link config item" />
          </>
        )
      }
      empty={<NoConfigs name={name}>Link an item manually, or add a selector to its topology.</NoConfigs>}
    />
  )
}
