import type { HealthDot } from '../catalog/health-status'

/** Words with which users ask for what fails. */
export const failingWords: readonly string[] =
  'fail fails failing failed failure unhealthy down broken bad red alert alerts firing error errors outage'.split(' ')

/** Words with which users ask for anything that is not healthy. */
const troubledWords: readonly string[] = 'problem problems issue issues trouble degraded warning'.split(' ')

const allTroubled = [...failingWords, ...troubledWords]
const none: readonly string[] = []

/** The words that find a resource by its health. */
export const stateWordsFor = (health: HealthDot | undefined): readonly string[] =>
  health === 'unhealthy' ? allTroubled : health === 'warning' ? troubledWords : none

/** The stored health that a word asks for; undefined if the word is not about health. */
export function healthForWord(word: string): readonly string[] | undefined {
  if (failingWords.includes(word)) return ['unhealthy']
  return troubledWords.includes(word) ? ['unhealthy', 'warning'] : undefined
}
