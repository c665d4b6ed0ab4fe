import { Notice } from '@/ui/notice'
import { useChangesList } from '../../catalog/shared/changes/changes-list'
import { useChanges } from '../../catalog/shared/changes/list'
import { ListSection } from '../../shared/list/list-page'
import type { ComponentPanelProps } from './component-tabs'
import { WithScopeConfigs } from './scope'

/** The changes of the config items of a component and its descendants. */
export default function ComponentChanges({ component }: ComponentPanelProps) {
  return (
    <WithScopeConfigs component={component} without="Changes come from linked config items.">
      {(items, name) => <List ids={items.map(({ id }) => id).join(',')} name={name} />}
    </WithScopeConfigs>
  )
}

function List({ ids, name }: { ids: string; name: string }) {
  const source = useChanges({ id: ids, relatives: 'none', isSoft: false })
  const list = useChangesList({ source, picture: { isUsual: false, mostLanes: 4 }, switches: null })
  return (
    <ListSection
      {...list}
      title={`Changes of ${name}`}
      empty={
        <Notice tone="empty" title="Nothing has changed">
          No changes are known for the config items of {name}.
        </Notice>
      }
    />
  )
}
