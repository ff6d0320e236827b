import { trainingContract } from '../../../shared/areas/training/training.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { TrainingService } from './training.service.ts';

export function trainingRoutes(training: TrainingService): Route[] {
  return [
    route(trainingContract.overview, ({ session }) => training.overview(session.user)),
    route(trainingContract.exercise, ({ params, session }) =>
      training.exercise(params.key, session.user),
    ),
    route(trainingContract.begin, ({ params, body, session }) =>
      training.begin(params.key, session.user, body.takeOver),
    ),
    route(trainingContract.hint, ({ params, body, session }) =>
      training.hint(params.key, session.user, body.step),
    ),
    route(trainingContract.check, ({ params, body, session }) =>
      training.check(params.key, session.user, body.answers),
    ),
    route(trainingContract.putBack, ({ params, session }) =>
      training.putBack(params.key, session.user),
    ),
    route(trainingContract.gaps, () => training.gaps()),
    route(trainingContract.assess, ({ params, body, session }) =>
      training.assess(params.id, session.user, body),
    ),
  ];
}
