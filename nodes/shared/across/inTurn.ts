import { canPass, findSharedAnswer, problemOfAll } from './attempt';
import type { Plan } from './rounds';

/**
 * One endpoint after the other until one answers: in the order of preference, those that failed lately last.
 * @param isHedged whether the next one is also asked when the answer takes longer than usual
 */
export function planInTurn(method: string, isHedged: boolean): Plan {
	return {
		asks: isHedged ? 'nextWhenSlow' : 'next',
		decide: (last, open) => {
			const own = last.find((each) => each.class === 'answer' || each.class === 'unclear');
			const answered = own ?? (open === 0 ? findSharedAnswer(last) : undefined);
			return answered && { answered };
		},
		chooseAgain: (last) => last.filter(canPass),
		explain: (last) => problemOfAll(method, last),
	};
}
