import { configItemName } from '@/lib/catalog/config-name'
import { Notice } from '@/ui/notice'
import { ListSection } from '../../shared/list/list-page'
import { useChangesList } from '../shared/changes/changes-list'
import { relativesUrl, useChanges } from '../shared/changes/list'
import { relativesPlace, RelativesSwitch } from '../changes/relatives-switch'
import type { ConfigTabProps } from './config-tabs'

/** The changes of an item and of its relatives. */
export default function ConfigChanges({ item }: ConfigTabProps) {
  const { relatives, soft } = relativesUrl.use()
  const source = useChanges({ id: item.id, relatives, isSoft: soft })
  const list = useChangesList({
    source,
    picture: { isUsual: false, mostLanes: 4 },
    switches: <RelativesSwitch />,
    place: relativesPlace,
  })
  return (
    <ListSection
      {...list}
      title={`Changes of ${configItemName(item)}`}
      empty={
        <Notice tone="empty" title="Nothing has changed">
          No changes are known for this item or the selected related items.
        </Notice>
      }
    />
  )
}
