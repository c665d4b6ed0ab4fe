import { defineDetailAddress } from '../../shell/list/detail/address'

export const checkAddress = defineDetailAddress(
  'checkId',
  ['history', 'graph', 'spec', 'relationships'],
  // The history of another check begins at its first page.
  ['pageIndex']
)
