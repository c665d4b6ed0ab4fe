import '../../notifications/silences.commands'
