import { z } from 'zod/mini'
import type { Place as PlaceData } from '../../../commands/place'
import { CommandButton } from '../../shell/commands/command-button'
import { lazyPart } from '../../shell/frame/lazy-part'
import { useMedia } from '../../shell/stores'
import { flag } from '../../url-state/fields'
import { defineUrlState } from '../../url-state/url-state'
import type { PictureProps } from './picture'

export const { Part: ChangeTimeline } = lazyPart<PictureProps>({
  what: 'the timeline',
  load: () => import('./picture'),
})

/** Absent means the default of the page. */
const pictureUrl = defineUrlState({ picture: z.optional(flag) })

/**
 * Whether the timeline is shown above a list, with the command that toggles it. In small windows it is hidden by default.
 * @param isUsual the timeline is shown unless the URL hides it
 */
export function usePicture(isUsual: boolean) {
  const hasRoom = useMedia('(min-width: 1024px) and (min-height: 640px)')
  const isShown = pictureUrl.use().picture ?? (isUsual && hasRoom)
  const handlers: NonNullable<PlaceData['handlers']> = {
    'changes.picture': () => pictureUrl.set({ picture: !isShown }, 'replace'),
  }
  return {
    isShown,
    handlers,
    toggle: <CommandButton call="changes.picture" label={isShown ? 'Hide timeline' : 'Show timeline'} />,
  }
}
