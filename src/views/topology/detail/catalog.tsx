import '@/commands/catalog/catalog.commands'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ComponentScope } from '@/api/topology/component'
import { type ComponentConfig, componentSections } from '@/api/topology/component-sections'
import { callTo } from '@/commands/call-to'
import { unnamedTarget } from '@/commands/command'
import { mayAccess } from '@/commands/context'
import { configItemName } from '@/lib/catalog/config-name'
import { Badge } from '@/ui/badge'
import type { GridColumn } from '@/ui/grid/column'
import {
  configColumns as columnsOfConfigs,
  openConfigCall,
  describeConfigItem as sentenceOfConfig,
} from '../../catalog/shared/columns'
import { isDegradedConfig } from '../../catalog/shared/config-health'
import { configRowTarget } from '../../catalog/shared/target'
import { CommandButton } from '../../shared/commands/command-button'
import { useConsole } from '../../shared/console'
import { ListSection } from '../../shared/list/list-page'
import { useWholeList } from '../../shared/list/whole-list'
import { componentTitle } from '../facts'
import type { ComponentPanelProps } from './component-tabs'
import { scopeColumns, WithScope, formatComponentNames } from './scope'
import { NoConfigs } from './no-configs'

/** The config items of a component and its descendants. Items can be linked to the component manually. */
export default function Catalog({ component }: ComponentPanelProps) {
  return (
    <WithScope component={component}>
      {(scope) => <List scope={scope} id={component.id} name={componentTitle(component)} />}
    </WithScope>
  )
}

const textOf = (row: ComponentConfig) =>
  [configItemName(row), row.type, row.status, formatComponentNames(row.components)].join(' ')
const sentenceOf = (row: ComponentConfig) =>
  [sentenceOfConfig(row), `of ${formatComponentNames(row.components)}`, row.isManual ? 'linked manually' : '']
    .filter(Boolean)
    .join(', ')

/** Ids of the catalog columns that show problems of an item. */
const shown = new Set(['name', 'type', 'status', 'changes', 'analysis', 'actions'])

const columnsIn = (scope: ComponentScope): readonly GridColumn<ComponentConfig>[] => {
  const columns = (columnsOfConfigs as readonly GridColumn<ComponentConfig>[]).filter(({ id }) => shown.has(id))
  const link: GridColumn<ComponentConfig> = {
    id: 'link',
    title: 'Link',
    width: '4.75rem',
    priority: 0,
    sortBy: ({ isManual }) => Number(isManual),
    cell: ({ isManual }) => isManual && <Badge>manual</Badge>,
  }
  return [
    ...columns.slice(0, 2),
    ...scopeColumns<ComponentConfig>(scope),
    ...columns.slice(2, -1),
    link,
    ...columns.slice(-1),
  ]
}

function List({ scope, id, name }: { scope: ComponentScope; id: string; name: string }) {
  const { perform, environment } = useConsole()
  const query = useQuery(componentSections.configs(scope))
  const { data } = query
  const rows = useMemo(() => data?.toSorted((a, b) => configItemName(a).localeCompare(configItemName(b))), [data])
  const source = useWholeList<ComponentConfig>({ ...query, data: rows }, textOf)
  const columns = useMemo(() => columnsIn(scope), [scope])
  const on = (command: 'component.relate' | 'component.unrelate') =>
    callTo(command, { component: [unnamedTarget('component', id)] })
  return (
    <ListSection<ComponentConfig>
      title={`Config items of ${name}`}
      of="config"
      source={source}
      columns={columns}
      targetOf={configRowTarget}
      sentenceOf={sentenceOf}
      isProblem={isDegradedConfig}
      searchLabel="Search names, types and components"
      opensByPress
      onOpen={(row) => void perform({ call: openConfigCall(row), origin: 'button' }, [])}
      actions={
        mayAccess(environment, 'database', 'write') && (
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
