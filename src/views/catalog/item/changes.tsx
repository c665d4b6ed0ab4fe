import { nameOfConfig } from '../../../lib/config-name'
import { Notice } from '../../../ui/notice'
import { ListPart } from '../../shell/list/list-page'
import { useChangesList } from '../changes/changes-list'
import { relativesUrl, useChanges } from '../changes/list'
import { relativesPlace, RelativesSwitch } from '../changes/relatives-switch'
import type { TabProps } from './config-tabs'

/** The changes of an item and of its relatives. */
export default function Changes({ item }: TabProps) {
  const { relatives, soft } = relativesUrl.use()
  const source = useChanges({ id: item.id, relatives, isSoft: soft })
  const list = useChangesList({
    source,
    picture: { isUsual: false, mostLanes: 4 },
    switches: <RelativesSwitch />,
    place: relativesPlace,
  })
  return (
    <ListPart
      {...list}
      title={`Changes of ${nameOfConfig(item)}`}
      empty={
        <Notice tone="empty" title="Nothing has changed">
          No changes are known for this item or the selected related items.
        </Notice>
      }
    />
  )
}
