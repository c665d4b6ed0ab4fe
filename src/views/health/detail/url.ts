import { defineDetailAddress } from '../../shared/list/detail/detail-address'

export const checkAddress = defineDetailAddress(
  'checkId',
  ['history', 'graph', 'spec', 'relationships'],
  // Opening another check resets the history to its first page.
  ['pageIndex']
)
