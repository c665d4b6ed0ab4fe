import { z } from 'zod/mini'
import type { Place as PlaceData } from '../../../commands/place'
import { CommandButton } from '../../shell/commands/command-button'
import { lazyPart } from '../../shell/frame/lazy-part'
import { useMedia } from '../../shell/stores'
import { flag } from '../../url-state/fields'
import { defineUrlState } from '../../url-state/url-state'
import type { PictureProps } from './picture'

export const { Part: Picture } = lazyPart<PictureProps>({ what: 'the timeline', load: () => import('./picture') })

/** Absent: as usual there. */
const pictureUrl = defineUrlState({ picture: z.optional(flag) })

/**
 * Whether the picture is shown over a list, and what shows and hides it. Where the window is small, it has to be asked for.
 * @param isUsual it is shown unless the address says otherwise
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
