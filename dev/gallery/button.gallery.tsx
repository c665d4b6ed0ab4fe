import { Button } from '@/ui/button'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

export default {
  title: 'Button',
  states: {
    Tones: () => (
      <div>
        <Button onPress={nothing}>Plain</Button>{' '}
        <Button tone="primary" onPress={nothing}>
          Primary
        </Button>{' '}
        <Button tone="bare" onPress={nothing}>
          Bare
        </Button>
      </div>
    ),
    Refused: () => (
      <Button refusal="Requires write access to incidents" onPress={nothing}>
        Close incident
      </Button>
    ),
    Pressed: () => (
      <Button isPressed onPress={nothing}>
        Hide passing
      </Button>
    ),
  },
} satisfies Exhibit
