export { DeleteAgent as default } from './agent-forms'
