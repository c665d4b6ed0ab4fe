import { type RefObject, useEffect, useRef } from 'react'
import { formatCount } from '../../lib/format'
import { LateOverlay } from '../../ui/late-overlay'
import { Tabs } from '../../ui/tabs'
import { say } from '../../ui/voice'
import { Button } from '../../ui/button'
import type { CollectionHandle } from '../shell/collection'
import { CommandButton } from '../shell/command-button'
import { countFilters } from './answer'
import { ChecksList } from './checks-list'
import { fewTabs } from './few-tabs'
import { Filters } from './filters'
import css from './health.module.css'
import { Nothing } from './nothing'
import type { Row } from './order'
import { setHidePassing, tabId, tabIn } from './page-commands'
import { Toolbar } from './toolbar'
import { type HealthState, healthUrl } from './url'
import type { useAnswer } from './use-answer'
import type { FiltersPlace } from './use-filters'

type Props = {
  state: HealthState
  answer: ReturnType<typeof useAnswer>
  labels: ReadonlyMap<string, readonly string[]>
  text: string
  onText(text: string): void
  field: RefObject<HTMLInputElement | null>
  filters: FiltersPlace
  cursor: string | undefined
  onCursor(id: string): void
  open: string | undefined
  onOpen(id: string, how: 'enter' | 'peek'): void
  onClose(): void
  list: RefObject<CollectionHandle<Row> | null>
}

/** The checks with what is around them: search and layout above, filters at the side, a tab for each part. */
export function Listing({ state, answer, labels, text, onText, field, filters, ...list }: Props) {
  const { found, asked, names, list: question } = answer
  useCount(question, found.shown.length)
  const panel = (
    <Filters
      hidePassing={state.hidePassing}
      onHidePassing={setHidePassing}
      options={labels}
      labels={state.labels}
      onLabels={(chosen) => healthUrl.set({ labels: chosen }, 'replace')}
    />
  )
  const few = fewTabs(found.tabs, found.tab)
  const isNarrowed = asked.query !== '' || Object.keys(asked.labels).length > 0
  return (
    <div className={css.listing}>
      <Toolbar
        state={state}
        text={text}
        onText={onText}
        field={field}
        filters={countFilters(state)}
        isFiltering={filters.shown !== undefined}
      />
      <div className={css.parts} data-filters={filters.shown === 'beside' || undefined}>
        {filters.shown === 'beside' && panel}
        <Tabs
          label="Parts"
          tabs={[
            { id: tabId(undefined), label: 'All', count: found.count },
            ...few.tabs.map(({ value, count }) => ({ id: tabId(value), label: value, count })),
          ]}
          selected={tabId(found.tab)}
          onSelect={(id) => healthUrl.set({ tab: tabIn(id) }, 'replace')}
          aside={
            few.rest > 0 && (
              <CommandButton call="list.tab" tone="bare" label={`${few.rest.toLocaleString('en')} more`} />
            )
          }
        >
          <ChecksList
            {...list}
            found={found}
            agents={names}
            state={state}
            labelKeys={[...labels.keys()]}
            query={question}
            empty={<Nothing {...found} isNarrowed={isNarrowed} />}
          />
        </Tabs>
      </div>
      {filters.shown === 'over' && (
        <LateOverlay label="Filters" placement="end" size="very-small" onClose={filters.toggle}>
          <div className={css.sheet}>
            {panel}
            <Button onPress={filters.toggle}>Show {formatCount(found.shown.length, 'check')}</Button>
          </div>
        </LateOverlay>
      )}
    </div>
  )
}

/** Says how many are listed when something else was asked for; what changes by itself is no answer. */
function useCount(question: string, count: number) {
  const before = useRef(question)
  useEffect(() => {
    if (before.current === question) return
    before.current = question
    say(count === 0 ? 'No check is listed.' : `${formatCount(count, 'check')} listed.`, { key: 'count' })
  }, [question, count])
}
