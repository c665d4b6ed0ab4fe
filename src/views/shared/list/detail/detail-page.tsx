import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '@/api/http'
import type { Target } from '@/commands/command'
import type { PlaceData } from '@/commands/place'
import { kindNoun } from '@/lib/kinds'
import { DescriptionList } from '@/ui/description-list'
import { CommandMenu } from '../../commands/command-menu'
import { Place } from '../../commands/place'
import { Page } from '../../page/page'
import { QueryState } from '../../query/query-state'
import { Freshness, HasPauseButton } from '../freshness'
import css from './detail-page.module.css'
import { type DetailTab, TabbedBody, useDetailTabs } from './tabbed-body'

type Props<P extends string> = {
  target: Target
  /** The type of the resource, shown next to the heading. */
  type: ReactNode
  /** The query of the resource. If a refresh fails, its data stays and the failure is shown. */
  query: UseQueryResult<unknown, ApiError>
  /** Milliseconds between refreshes; undefined if the page refreshes only on request. */
  everyMs?: number
  /** The position of the resource in its hierarchy. */
  trail: ReactNode
  /** The most frequent actions, shown if there is room. The menu has them, too. */
  frequent?: ReactNode
  /** A notice above the content. */
  notice?: ReactNode
  /** The status of the resource. */
  lead: ReactNode
  facts: ReactNode
  tabs: readonly DetailTab<P>[]
  panel: P | undefined
  showPanel(panel: P): void
  handlers: NonNullable<PlaceData['handlers']>
}

/** The length of a name that fits in the top bar. A longer name is also listed among the facts, for touch devices. */
const MOST_OF_NAME = 60

/** A page for one resource: its position, status and facts, and tabs whose selection is in the address. */
export function DetailPage<P extends string>(props: Props<P>) {
  const { target, type, query, everyMs, trail, frequent, notice, lead, facts, tabs, panel, showPanel, handlers } = props
  const { choices, handlers: ofTabs, ...shown } = useDetailTabs(tabs, panel, showPanel)
  return (
    // The place surrounds the whole page, so that its keys also work from the heading, which has focus initially.
    <Place
      scope="detail"
      of={target.kind}
      className={css.place}
      target={target}
      choices={choices}
      handlers={{ ...ofTabs, ...handlers }}
    >
      <Page
        title={target.label}
        facts={<span className={css.type}>{type}</span>}
        actions={
          <Freshness
            updatedAt={everyMs === undefined ? 0 : query.dataUpdatedAt}
            isFetching={query.isFetching}
            everyMs={everyMs}
          />
        }
      >
        <div className={css.page}>
          <div className={css.head}>
            {trail}
            <span className={css.actions}>
              {frequent && <span className={css.frequent}>{frequent}</span>}
              <CommandMenu for={target} />
            </span>
          </div>
          <QueryState query={query} what={`the ${kindNoun(target.kind)}`} as="part" pending={null} />
          {notice}
          <HasPauseButton value={everyMs !== undefined}>
            <TabbedBody
              {...shown}
              of={target.kind}
              lead={lead}
              side={
                <>
                  {target.label.length > MOST_OF_NAME && (
                    <DescriptionList items={[{ name: 'Name', value: <bdi>{target.label}</bdi> }]} />
                  )}
                  {facts}
                </>
              }
              isSlim
            />
          </HasPauseButton>
        </div>
      </Page>
    </Place>
  )
}
