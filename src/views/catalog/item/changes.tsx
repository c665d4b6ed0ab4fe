import { nameOfConfig } from '../../../lib/config-name'
import { Notice } from '../../../ui/notice'
import { ListPart } from '../../shell/list/list-page'
import { useChangesList } from '../changes/changes-list'
import { relativesUrl, useChanges } from '../changes/list'
import { relativesPlace, RelativesSwitch } from '../changes/relatives-switch'
import type { TabProps } from './config-tabs'

/** What changed in an item, and in those that it is related to. */
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
          Nothing is known to have changed in this item, or in what is part of it.
        </Notice>
      }
    />
  )
}
