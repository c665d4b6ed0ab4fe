import { isLearnMode } from '@/commands/stores/key-preference-store'
import { formatKeys } from '@/keymap/display'
import type { KeyLesson } from '@/keymap/learn'
import { createStore } from '@/lib/store'
import { lazyComponent } from '@/ui/lazy-component'
import { announce } from '@/ui/voice'
import { useStore } from '../../shared/stores'

export const lesson = createStore<KeyLesson | undefined>(undefined)

/** Announces and shows the effect that a key press would have. */
export function showLesson(next: KeyLesson): void {
  lesson.set(next)
  announce(`${formatKeys(next.keys)}: ${next.message}`)
}

export function endLesson(): void {
  lesson.set(undefined)
  isLearnMode.set(false)
  announce('Learning mode ended.')
}

const LearningStrip = lazyComponent({
  what: 'the learning mode',
  load: () => import('./learning-strip'),
  pending: () => null,
})

/** The strip above the page in the learning mode. */
export function LearnStrip() {
  return useStore(isLearnMode) ? <LearningStrip /> : null
}
