import { useQuery } from '@tanstack/react-query'
import { componentParts, type Scope } from '../../../api/component'
import { Notice } from '../../../ui/notice'
import { useChangesList } from '../../catalog/changes/changes-list'
import { useChanges } from '../../catalog/changes/list'
import { QueryState } from '../../shell/query/query-state'
import { ListPart } from '../../shell/list/list-page'
import { titleOf } from '../facts'
import type { PanelProps } from './component-tabs'
import { InScope } from './in-scope'
import { NoConfigs } from './no-configs'

/** What changed in the config items of a component and of all below it. */
export default function Changes({ component }: PanelProps) {
  return <InScope component={component}>{(scope) => <OfConfigs scope={scope} name={titleOf(component)} />}</InScope>
}

const OfConfigs = ({ scope, name }: { scope: Scope; name: string }) => (
  <QueryState
    query={useQuery(componentParts.configs(scope))}
    what="its config items"
    as="pane"
    empty={<NoConfigs name={name}>Changes are those of its config items.</NoConfigs>}
  >
    {(items) => <List ids={items.map(({ id }) => id).join(',')} name={name} />}
  </QueryState>
)

function List({ ids, name }: { ids: string; name: string }) {
  const source = useChanges({ id: ids, relatives: 'none', isSoft: false })
  const list = useChangesList({ source, picture: { isUsual: false, mostLanes: 4 }, switches: null })
  return (
    <ListPart
      {...list}
      title={`Changes of ${name}`}
      empty={
        <Notice tone="empty" title="Nothing has changed">
          Nothing is known to have changed in the config items of {name}.
        </Notice>
      }
    />
  )
}
