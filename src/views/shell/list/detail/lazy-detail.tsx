import type { ComponentType } from 'react'
import { Button } from '../../../../ui/button'
import { Notice } from '../../../../ui/notice'
import { Skeleton } from '../../../../ui/skeleton'
import { preload, useLoaded } from '../../../../ui/use-loaded'
import type { DetailControls } from './detail-pane'

/** What every detail is given: its row as in the list, if it is there, and what to hand on to its `DetailPane`. */
export type DetailProps<R> = { row: R | undefined; controls: DetailControls }

export type LazyDetail<R> = {
  Detail: ComponentType<DetailProps<R>>
  /** Fetches it while nobody waits for it. */
  preload(): () => void
}

/**
 * A detail that is loaded after its list: it is larger, and seldom the first thing seen.
 * @param what as in the middle of a sentence: `the check`
 */
export function lazyDetail<R>(
  what: string,
  load: () => Promise<{ default: ComponentType<DetailProps<R>> }>
): LazyDetail<R> {
  function Detail({ row, controls }: DetailProps<R>) {
    const loaded = useLoaded(load)
    // Another thing is another detail: nothing of the one before is left in it.
    if (loaded.is === 'ready') return <loaded.value.default key={controls.id} row={row} controls={controls} />
    if (loaded.is === 'loading') return <Skeleton label={`Loading ${what}…`} />
    return (
      <Notice
        tone="bad"
        title="The detail could not be shown"
        actions={
          <>
            <Button tone="primary" onPress={loaded.retry}>
              Try again
            </Button>
            <Button onPress={controls.onClose}>Back to the list</Button>
          </>
        }
      >
        A part of the console could not be loaded.
      </Notice>
    )
  }
  return { Detail, preload: () => preload(load) }
}
