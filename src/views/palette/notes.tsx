import { Button } from '../../ui/button'
import css from './palette.module.css'
import type { SearchIndexes } from './use-search-indexes'

type Props = {
  indexes: SearchIndexes
  isEmpty: boolean
  isOffline: boolean
  isWaitingForText: boolean
  /** The names of server searches without a response yet. */
  searching: readonly string[]
  /** The first step to take, or the reason why the text is invalid. Replaces the note for no results. */
  hint: string | undefined
}

/** Notes about the list, placed outside it because they are not options. */
export function Notes({ indexes: { pending, failed }, isEmpty, isOffline, isWaitingForText, searching, hint }: Props) {
  return (
    <>
      {isEmpty && isWaitingForText && <p className={css.none}>Start typing to search</p>}
      {isEmpty && hint === undefined && pending.length === 0 && failed.length === 0 && (
        <p className={css.none}>{searching.length > 0 ? `Searching ${searching.join(', ')}…` : 'No options found'}</p>
      )}
      {pending.map(({ id, name }) => (
        <p key={id} className={css.more}>
          Loading {name}…
        </p>
      ))}
      {failed.map(({ source, message, retry }) => (
        <p key={source.id} className={css.more}>
          Could not load {source.name}: {message} <Button onPress={retry}>Try again</Button>
        </p>
      ))}
      {isOffline && <p className={css.more}>Offline. Only loaded items are searched.</p>}
    </>
  )
}
