import { ApiError } from '../../api/http'
import type { Property } from '../../api/properties'
import { columns } from '../flags/columns'
import { NoProperty } from '../flags/flags-view'
import { sentenceOf, targetOf, textOf } from '../flags/property-labels'
import { ListPage } from '../shell/list/list-page'
import { useWholeList } from '../shell/list/whole-list'
import { Around } from './around'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

const some: readonly Property[] = [
  { name: 'incidents.disable', value: 'false', source: 'db' },
  { name: 'logs.disable', value: 'true', source: 'local' },
  {
    name: 'notifications.max.count.per.resource.and.window.before.they.are.collected',
    value: 'every 15 minutes, but never more often than the window of the rule allows',
    source: 'db',
  },
]

const ready = { error: null, failureReason: null, isFetching: false, dataUpdatedAt: 0 }
const refused = new ApiError('http', 'unauthorized: read on database.system', { status: 403 })

const Listed = ({ list }: { list: Parameters<typeof useWholeList<Property>>[0] }) => (
  <Around roles={['admin']}>
    <ListPage
      title="Feature flags"
      of="property"
      source={useWholeList(list, textOf)}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      searchLabel="Search by name, value or feature"
      onOpen={nothing}
      empty={<NoProperty isChanger />}
    />
  </Around>
)

export default {
  title: 'Feature flags',
  states: {},
  pages: {
    'A few': () => <Listed list={{ ...ready, data: some }} />,
    Empty: () => <Listed list={{ ...ready, data: [] }} />,
    Failed: () => <Listed list={{ ...ready, data: undefined, error: refused }} />,
  },
} satisfies Exhibit
