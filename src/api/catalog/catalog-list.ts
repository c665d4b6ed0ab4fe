import { queryOptions } from '@tanstack/react-query'
import type { ListQuery } from '@/lib/list-query'
import { catalog, type ConfigName, type ConfigRow, configRow, CONFIGS_PATH, configNameShape } from './catalog'
import { configItemName } from '@/lib/catalog/config-name'
import { configConditions, configOrder } from './catalog-query'
import { callAll } from '../call-all'
import { type ResultPage } from '../http'
import { callListPage } from '../list-page'
import { limit, offset, select } from '../postgrest'
import { rowNames } from '../names'

/** Maximum number of rows in a response of the server. */
const MOST = 2000

const columns = select(...Object.keys(configRow.shape))

export const catalogList = {
  /** A page of config items, and the total number of items. */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...catalog.all, 'page', { ...query, time: undefined }, page],
      meta: {
        names: rowNames<ConfigRow, ResultPage<ConfigRow>>('config', configItemName, ({ rows }) => rows),
      },
      queryFn: ({ signal }) =>
        callListPage({
          path: CONFIGS_PATH,
          query: [
            columns,
            ...configConditions(query, new Date()),
            configOrder(query),
            limit(page.size),
            offset(page.index * page.size),
          ],
          schema: configRow,
          signal,
        }),
    }),

  /** All items that match the query, by id and name. */
  matching: (query: ListQuery): Promise<ConfigName[]> =>
    callAll(
      {
        path: CONFIGS_PATH,
        query: [select('id', 'name', 'type'), ...configConditions(query, new Date()), configOrder(query)],
        schema: configNameShape,
      },
      MOST
    ),
}
