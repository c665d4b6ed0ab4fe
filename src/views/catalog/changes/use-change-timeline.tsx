import { z } from 'zod/mini'
import type { PlaceData } from '@/commands/place'
import { CommandButton } from '../../shared/commands/command-button'
import { lazyComponent } from '@/ui/lazy-component'
import { useMedia } from '../../shared/stores'
import { flagParam } from '../../shared/url-state/fields'
import { defineUrlState } from '../../shared/url-state/url-state'
import type { ChangeTimelineProps } from './change-timeline'

export const ChangeTimeline = lazyComponent<ChangeTimelineProps>({
  what: 'the timeline',
  load: () => import('./change-timeline'),
})

/** Absent means the default of the page. */
const pictureUrl = defineUrlState({ picture: z.optional(flagParam) })

/**
 * Whether the timeline is shown above a list, with the command that toggles it. In small windows it is hidden by default.
 * @param isUsual the timeline is shown unless the URL hides it
 */
export function useChangeTimeline(isUsual: boolean) {
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
