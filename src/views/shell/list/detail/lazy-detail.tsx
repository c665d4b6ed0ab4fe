import type { ComponentType } from 'react'
import { Button } from '../../../../ui/button'
import { Notice } from '../../../../ui/notice'
import { Skeleton } from '../../../../ui/skeleton'
import { preload, useLoaded } from '../../../../ui/use-loaded'
import type { DetailControls } from './detail-pane'

/** Properties of every detail: its row in the list, if loaded, and the controls for its `DetailPane`. */
export type DetailProps<R> = { row: R | undefined; controls: DetailControls }

export type LazyDetail<R> = {
  Detail: ComponentType<DetailProps<R>>
  /** Loads the code in idle time. @returns cancels that */
  preload(): () => void
}

/**
 * A detail whose code is loaded after its list, because it is large and rarely shown first.
 * @param what its name in the middle of a sentence: `the check`
 */
export function lazyDetail<R>(
  what: string,
  load: () => Promise<{ default: ComponentType<DetailProps<R>> }>
): LazyDetail<R> {
  function Detail({ row, controls }: DetailProps<R>) {
    const loaded = useLoaded(load)
    // The key discards the state of the detail when another thing is opened.
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
