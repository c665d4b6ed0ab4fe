export { GenerateAgent as default } from './agent-forms'
