import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../../../api/http'
import type { Target } from '../../../../commands/command'
import type { Place as PlaceData } from '../../../../commands/place'
import { nounOf } from '../../../../lib/kinds'
import { DescriptionList } from '../../../../ui/description-list'
import { CommandMenu } from '../../commands/command-menu'
import { Place } from '../../commands/place'
import { Page } from '../../frame/page'
import { QueryState } from '../../query/query-state'
import { Freshness, HasPause } from '../freshness'
import css from './detail-page.module.css'
import { type DetailTab, TabbedBody, useDetailTabs } from './tabbed-body'

type Props<P extends string> = {
  target: Target
  /** Beside the heading: what it is. */
  type: ReactNode
  /** Which keeps what is shown when it cannot be renewed, and is told. */
  query: UseQueryResult<unknown, ApiError>
  /** Milliseconds between its refreshes; undefined when it refreshes only on request. */
  everyMs?: number
  /** Where it stands. */
  trail: ReactNode
  /** What is often done with it, where there is room: its menu has them, too. */
  frequent?: ReactNode
  /** Above everything else: what is to be known before it is read. */
  notice?: ReactNode
  /** How it is. */
  lead: ReactNode
  facts: ReactNode
  tabs: readonly DetailTab<P>[]
  panel: P | undefined
  showPanel(panel: P): void
  handlers: NonNullable<PlaceData['handlers']>
}

/** Characters of a name for which the top bar has room; a longer one is read among the facts, also where nothing hovers. */
const MOST_OF_NAME = 60

/** A page of one thing: where it stands, how it is, its facts, and what there is about it in tabs that the address names. */
export function DetailPage<P extends string>(props: Props<P>) {
  const { target, type, query, everyMs, trail, frequent, notice, lead, facts, tabs, panel, showPanel, handlers } = props
  const { choices, handlers: ofTabs, ...shown } = useDetailTabs(tabs, panel, showPanel)
  return (
    // Around all of the page: its keys work from the heading, too, which has focus when one arrives.
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
          <QueryState query={query} what={`the ${nounOf(target.kind)}`} as="part" pending={null} />
          {notice}
          <HasPause value={everyMs !== undefined}>
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
          </HasPause>
        </div>
      </Page>
    </Place>
  )
}
