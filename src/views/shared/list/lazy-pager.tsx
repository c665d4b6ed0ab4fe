import { Button } from '@/ui/button'
import type { PagerProps } from '@/ui/grid/pager'
import { lazyComponent } from '@/ui/lazy-component'

/** The position in the pages, which loads when the rows are shown. Its line is reserved, so that it moves no row. */
export const Pager = lazyComponent<PagerProps>({
  load: () => import('@/ui/grid/pager'),
  pending: () => <div style={{ minHeight: 'calc(1.75rem + 13px)' }} />,
  failed: (_props, retry) => <Button onPress={retry}>Load the page buttons again</Button>,
})
