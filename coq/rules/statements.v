(* Written by dpproofs. Needs coq/calculus.v and coq/kinds.v of its sources, compiled with
   coqc -Q coq dpproofs. *)
Require Import Reals.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds.
Open Scope R_scope.
From dpproofs Require Import losses.
From dpproofs Require Import vectors.

(* induction *)
Definition rule_induction : Prop :=
  (forall terms : R -> R,
  forall step : R,
  forall last : R,
  (forall n : R, integer n -> 0 <= n -> n <= last - 1 -> step <= terms (n + 1) - terms n) ->
  forall n : R, integer n -> 0 <= n -> n <= last -> terms 0 + n * step <= terms n) /\
  (forall terms : R -> R,
  forall step : R,
  (forall n : R, integer n -> 0 <= n -> step <= terms (n + 1) - terms n) ->
  forall n : R, integer n -> 0 <= n -> terms 0 + n * step <= terms n).

(* induction over functions *)
Definition rule_induction_over_functions : Prop :=
  forall gap : R -> R -> R -> R,
  forall weight : R -> R -> R -> R -> R,
  forall place : R -> R -> R -> R -> R,
  forall state : R -> R -> R -> R -> R,
  forall total_ : R -> R -> R -> R -> R,
  forall last : R, 0 < last -> integer last ->
  (forall x : R, 0 <= x -> forall d : R, gap 0 x d <= 0) ->
  (forall n : R, integer n -> 0 <= n -> forall x : R, 0 <= x -> forall d : R, forall n_1 : R,
    integer n_1 -> 0 <= n_1 -> n_1 <= last - 1 -> 0 <= weight n x d n_1) ->
  (forall n : R, integer n -> 0 <= n -> forall x : R, 0 <= x -> forall d : R, forall n_1 : R,
    integer n_1 -> 0 <= n_1 -> n_1 <= last - 1 -> 0 <= place n x d n_1) ->
  (forall n : R, integer n -> 0 <= n -> forall x : R, 0 <= x -> forall d : R, forall n_1 : R,
    integer n_1 -> 0 <= n_1 -> n_1 <= last - 1 -> total_ n x d (n_1 + 1) - total_ n x d n_1 <=
    weight n x d n_1 * gap n (place n x d n_1) (state n x d n_1)) ->
  (forall n : R, integer n -> 0 <= n -> forall x : R, 0 <= x -> forall d : R, gap (n + 1) x d <=
    total_ n x d last - total_ n x d 0) ->
  forall n : R, integer n -> 0 <= n -> forall x : R, 0 <= x -> forall d : R, gap n x d <= 0.

(* Archimedes *)
Definition rule_archimedes : Prop :=
  forall value : R,
  forall bound : R,
  (forall n : R, integer n -> 0 <= n -> n * value <= bound) ->
  value <= 0.

(* antisymmetry *)
Definition rule_antisymmetry : Prop :=
  forall left : R,
  forall right : R,
  (left <= right) ->
  (right <= left) ->
  left = right.

(* either order *)
Definition rule_either_order : Prop :=
  forall first : R,
  forall second : R,
  forall left : R,
  forall right : R,
  (forall x : R, first <= x -> x <= second -> left <= right) ->
  (forall x : R, second <= x -> x <= first -> left <= right) ->
  left <= right.

(* crossing *)
Definition rule_crossing : Prop :=
  forall terms : R -> R,
  forall step : R, 0 < step ->
  forall level : R,
  forall left : R,
  forall right : R,
  (terms 0 <= level) ->
  (forall n : R, integer n -> 0 <= n -> step <= terms (n + 1) - terms n) ->
  (forall n : R, integer n -> 0 <= n -> forall x : R, terms n <= x -> x <= level -> forall d : R,
    level <= d -> d <= terms (n + 1) -> left <= right) ->
  left <= right.

(* comparison of sums *)
Definition rule_comparison_of_sums : Prop :=
  forall small : R -> R,
  forall great : R -> R,
  forall less : R,
  forall more : R,
  (infinite_sum (fun n => small n) 0 less) ->
  (infinite_sum (fun n => great n) 0 more) ->
  (forall n : R, integer n -> 0 <= n -> small n <= great n) ->
  less <= more.

(* first term of a sum *)
Definition rule_first_term_of_a_sum : Prop :=
  forall terms : R -> R,
  forall rest : R -> R,
  forall factor : R,
  forall value : R,
  forall remains : R,
  (infinite_sum (fun n => terms n) 0 value) ->
  (infinite_sum (fun n => rest n) 0 remains) ->
  (forall n : R, integer n -> 0 <= n -> terms (n + 1) = factor * rest n) ->
  value = terms 0 + factor * remains.

(* without the first term *)
Definition rule_without_the_first_term : Prop :=
  forall terms : R -> R,
  forall value : R,
  (infinite_sum (fun n => terms n) 0 value) ->
  infinite_sum (fun n => terms (n + 1)) 0 (value - terms 0).

(* combination of sums *)
Definition rule_combination_of_sums : Prop :=
  forall first : R -> R,
  forall second : R -> R,
  forall value : R,
  forall other : R,
  forall times : R,
  forall plus : R,
  (infinite_sum (fun n => first n) 0 value) ->
  (infinite_sum (fun n => second n) 0 other) ->
  infinite_sum (fun n => times * first n + plus * second n) 0 (times * value + plus * other).

(* multiple of a sum *)
Definition rule_multiple_of_a_sum : Prop :=
  forall terms : R -> R,
  forall others : R -> R,
  forall factor : R,
  forall value : R,
  forall other : R,
  (infinite_sum (fun n => terms n) 0 value) ->
  (forall n : R, integer n -> 0 <= n -> factor * terms n = others n) ->
  (factor * value = other) ->
  infinite_sum (fun n => others n) 0 other.

(* multiple of a finite sum *)
Definition rule_multiple_of_a_finite_sum : Prop :=
  forall terms : R -> R,
  forall others : R -> R,
  forall factor : R,
  forall value : R,
  forall last : R, 0 <= last -> integer last ->
  (finite_sum (fun n_1 => terms n_1) 0 last value) ->
  (forall n_1 : R, integer n_1 -> 0 <= n_1 -> n_1 <= last -> factor * terms n_1 = others n_1) ->
  finite_sum (fun n_1 => others n_1) 0 last (factor * value).

(* exchange of sums *)
Definition rule_exchange_of_sums : Prop :=
  forall terms : R -> R -> R,
  forall weight : R -> R,
  forall factor : R -> R,
  forall columns : R -> R,
  forall rows : R -> R,
  forall value : R,
  forall last : R, 0 <= last -> integer last ->
  (forall n_1 : R, integer n_1 -> 0 <= n_1 -> n_1 <= last -> infinite_sum (fun n => weight n * terms
    n n_1) 0 (columns n_1)) ->
  (finite_sum (fun n_1 => factor n_1 * columns n_1) 0 last value) ->
  (forall n : R, integer n -> 0 <= n -> finite_sum (fun n_1 => factor n_1 * terms n n_1) 0 last
    (rows n)) ->
  infinite_sum (fun n => weight n * rows n) 0 value.

(* order *)
Definition rule_order : Prop :=
  forall curve : R -> R,
  forall before_ : R, 0 < before_ ->
  forall after_ : R, 0 < after_ ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> curve x <= curve (x + h)) ->
  (curve before_ < curve after_) ->
  before_ < after_.

(* commensurable *)
Definition rule_commensurable : Prop :=
  forall small : R -> R,
  forall great : R -> R,
  forall width : R, 0 < width ->
  (forall n : R, integer n -> 2 <= n -> forall n_1 : R, integer n_1 -> 1 <= n_1 -> n_1 <= n ->
    forall n_2 : R, integer n_2 -> 1 <= n_2 -> n_2 <= n -> forall h : R, 0 < h -> h <= width / n ->
    n_2 * small (n_1 * h) <= n_1 * great (n_2 * h)) ->
  (forall x : R, 0 < x -> x < width -> forall h : R, 0 < h -> h <= width - x -> great x <= great (x
    + h)) ->
  forall x : R, 0 < x -> x <= width -> forall h : R, 0 < h -> h <= width -> h * small x <= x * great
    h.

(* intermediate value *)
Definition rule_intermediate_value : Prop :=
  forall curve : R -> R,
  forall slope : R,
  forall lower : R,
  forall upper : R,
  lower < upper ->
  (forall x : R, lower <= x -> x < upper -> forall h : R, 0 < h -> h <= upper - x -> curve (x + h) -
    curve x <= slope * h) ->
  (curve lower < 0) ->
  (0 < curve upper) ->
  exists place : R, (lower < place) /\ (place < upper) /\ (curve place = 0).

(* supremum *)
Definition rule_supremum : Prop :=
  forall set : R -> R,
  forall start : R,
  forall above : R -> R,
  forall width : R, 0 < width ->
  (forall x : R, 0 < x -> x <= width -> forall h : R, 0 < h -> h <= width -> set x <= above h) ->
  (forall h : R, 0 < h -> h <= width -> start <= above h) ->
  exists supremum : R, (start <= supremum) /\ (forall x : R, 0 < x -> x <= width -> set x <=
    supremum) /\ (forall h : R, 0 < h -> h <= width -> supremum <= above h).

(* maximum *)
Definition rule_maximum : Prop :=
  forall set : R -> R,
  forall start : R,
  forall above : R -> R,
  forall last : R, integer last ->
  forall cap : R,
  (forall n : R, integer n -> 0 <= n -> n <= last -> forall n_1 : R, integer n_1 -> 0 <= n_1 -> n_1
    <= last -> set n <= above n_1) ->
  (forall n_1 : R, integer n_1 -> 0 <= n_1 -> n_1 <= last -> start <= above n_1) ->
  (forall n : R, integer n -> 0 <= n -> n <= last -> set n <= cap) ->
  (start <= cap) ->
  exists maximum : R, (start <= maximum) /\ (forall n : R, integer n -> 0 <= n -> n <= last -> set n
    <= maximum) /\ (forall n_1 : R, integer n_1 -> 0 <= n_1 -> n_1 <= last -> maximum <= above n_1)
    /\ (maximum <= cap).

(* reciprocal *)
Definition rule_reciprocal : Prop :=
  forall value : R,
  (0 < value) ->
  exists reciprocal : R, (0 < reciprocal) /\ (reciprocal * value = 1).

(* logarithm *)
Definition rule_logarithm : Prop :=
  forall value : R,
  (0 < value) ->
  exists logarithm : R, (exp logarithm = value).

(* supporting line *)
Definition rule_supporting_line : Prop :=
  forall curve : R -> R,
  forall at_ : R, 0 < at_ ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> 2 * curve (x + h) <= curve x + curve (x + 2 * h))
    ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> curve (x + h) <= curve x) ->
  exists slope : R, (0 <= slope) /\ (forall x : R, 0 <= x -> curve at_ - slope * (x - at_) <= curve
    x).

(* stochastic order *)
Definition rule_stochastic_order : Prop :=
  forall cheap : law, noise cheap ->
  forall dear : law, noise dear ->
  forall cost_ : R -> extended, cost cost_ ->
  (forall x : R, 0 < x -> mass cheap (outside (open_open (Finite (- x)) (Finite x))) <= mass dear
    (outside (open_open (Finite (- x)) (Finite x)))) ->
  cheaper cheap dear cost_.

(* stochastic order by periods *)
Definition rule_stochastic_order_by_periods : Prop :=
  forall cheap : law, noise cheap ->
  forall dear : law, noise dear ->
  forall cost_ : R -> extended, cost cost_ ->
  forall width : R, 0 < width ->
  (forall n : R, integer n -> 0 <= n -> forall x : R, 0 < x -> x < width -> mass cheap (outside
    (open_open (Finite (- (x + n * width))) (Finite (x + n * width)))) <= mass dear (outside
    (open_open (Finite (- (x + n * width))) (Finite (x + n * width))))) ->
  cheaper cheap dear cost_.

(* stochastic order by periods, integers *)
Definition rule_stochastic_order_by_periods_integers : Prop :=
  forall cheap : law, noise_on_integers cheap ->
  forall dear : law, noise_on_integers dear ->
  forall cost_ : R -> extended, cost cost_ ->
  forall width : R, 0 < width -> integer width ->
  (forall n : R, integer n -> 0 <= n -> forall n_1 : R, integer n_1 -> 1 <= n_1 -> n_1 <= width ->
    mass cheap (outside (open_open (Finite (- (n_1 + n * width))) (Finite (n_1 + n * width)))) <=
    mass dear (outside (open_open (Finite (- (n_1 + n * width))) (Finite (n_1 + n * width))))) ->
  cheaper cheap dear cost_.

(* larger tails *)
Definition rule_larger_tails : Prop :=
  forall cheap : law, noise cheap ->
  forall dear : law, noise dear ->
  forall cost_ : R -> R,
  forall width : R, 0 < width ->
  forall value : R,
  (forall n : R, integer n -> 0 <= n -> forall x : R, 0 < x -> x < width -> mass cheap (outside
    (open_open (Finite (- (x + n * width))) (Finite (x + n * width)))) <= mass dear (outside
    (open_open (Finite (- (x + n * width))) (Finite (x + n * width))))) ->
  (forall x : R, 0 <= x -> 0 <= cost_ x) ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> cost_ x <= cost_ (x + h)) ->
  (expectation_at_least cheap (fun x => cost_ x) value) ->
  expectation_at_least dear (fun x => cost_ x) value.

(* larger tails, at places *)
Definition rule_larger_tails_at_places : Prop :=
  forall cheap : law, noise_on_integers cheap ->
  forall dear : law, noise dear ->
  forall places : R -> R,
  forall cost_ : R -> R,
  forall value : R,
  (forall n : R, integer n -> 1 <= n -> mass cheap (outside (open_open (Finite (- n)) (Finite n)))
    <= mass dear (outside (open_open (Finite (- places n)) (Finite (places n))))) ->
  (places 0 = 0) ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> places x <= places (x + h)) ->
  (forall x : R, 0 <= x -> 0 <= cost_ x) ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> cost_ x <= cost_ (x + h)) ->
  (expectation_at_most dear (fun x => cost_ x) value) ->
  expectation_at_most cheap (fun x => cost_ (places x)) value.

(* tails up to a factor *)
Definition rule_tails_up_to_a_factor : Prop :=
  forall cheap : law, noise cheap ->
  forall dear : law, noise dear ->
  forall cost_ : R -> R,
  forall factor : R, 0 <= factor ->
  forall value : R,
  (forall x : R, 0 < x -> mass cheap (outside (open_open (Finite (- x)) (Finite x))) <= factor *
    mass dear (outside (open_open (Finite (- x)) (Finite x)))) ->
  (forall x : R, 0 <= x -> 0 <= cost_ x) ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> cost_ x <= cost_ (x + h)) ->
  (expectation_at_most dear (fun x => cost_ x) value) ->
  expectation_at_most cheap (fun x => cost_ x) (cost_ 0 + factor * (value - cost_ 0)).

(* mixtures *)
Definition rule_mixtures : Prop :=
  forall mixed : R -> law, (forall n : R, integer n -> 0 <= n -> noise (mixed n)) ->
  forall part : R -> law, (forall n : R, integer n -> 0 <= n -> noise (part n)) ->
  forall weight : R -> R,
  forall dear : law, noise dear ->
  forall cost_ : R -> extended, cost cost_ ->
  forall last : R, 0 <= last -> integer last ->
  (forall n : R, integer n -> 0 <= n -> forall S_, borel S_ -> weight (n + 1) * mass (mixed (n + 1))
    S_ = weight n * mass (mixed n) S_ + (weight (n + 1) - weight n) * mass (part n) S_) ->
  (weight 0 = 0) ->
  (forall n : R, integer n -> 0 <= n -> weight n <= weight (n + 1)) ->
  (0 < weight last) ->
  (forall n : R, integer n -> 0 <= n -> cheaper (part n) dear cost_) ->
  cheaper (mixed last) dear cost_.

(* mixture of two, integers *)
Definition rule_mixture_of_two_integers : Prop :=
  forall first : law, noise_on_integers first ->
  forall second : law, noise_on_integers second ->
  forall dear : law, noise_on_integers dear ->
  forall cheap : law, noise cheap ->
  forall cost_ : R -> extended, cost cost_ ->
  forall first_weight : R, 0 <= first_weight ->
  forall second_weight : R, 0 <= second_weight ->
  forall width : R, 0 < width -> integer width ->
  (forall n_2 : R, integer n_2 -> 0 <= n_2 -> forall n_1 : R, integer n_1 -> 1 <= n_1 -> n_1 <=
    width -> first_weight * mass first (outside (open_open (Finite (- (n_1 + n_2 * width))) (Finite
    (n_1 + n_2 * width)))) + second_weight * mass second (outside (open_open (Finite (- (n_1 + n_2 *
    width))) (Finite (n_1 + n_2 * width)))) <= (first_weight + second_weight) * mass dear (outside
    (open_open (Finite (- (n_1 + n_2 * width))) (Finite (n_1 + n_2 * width))))) ->
  (0 < first_weight + second_weight) ->
  (cheaper cheap first cost_) ->
  (cheaper cheap second cost_) ->
  cheaper cheap dear cost_.

(* neighbours *)
Definition rule_neighbours : Prop :=
  forall cheap : law, noise cheap ->
  forall dear : law, noise dear ->
  forall cost_ : R -> extended, cost cost_ ->
  forall terms : R -> R,
  forall value : R,
  forall last : R, integer last ->
  (forall n : R, integer n -> 1 <= n -> n <= last - 1 -> forall x : R, terms (n + 1) <= x -> x <=
    value -> forall d : R, value <= d -> d <= terms n -> cheaper cheap dear cost_) ->
  (2 <= last) ->
  (terms last <= value) ->
  (value <= terms 1) ->
  cheaper cheap dear cost_.

(* cheaper by way of *)
Definition rule_cheaper_by_way_of : Prop :=
  forall cheap : law, noise cheap ->
  forall middle : law, noise middle ->
  forall dear : law, noise dear ->
  forall cost_ : R -> extended, cost cost_ ->
  (cheaper cheap middle cost_) ->
  (cheaper middle dear cost_) ->
  cheaper cheap dear cost_.

(* least cost *)
Definition rule_least_cost : Prop :=
  forall range : R, 0 < range ->
  forall width : R, 0 < width ->
  forall slope : R, 0 <= slope ->
  forall noise_ : R -> law, (forall x : R, 0 <= x -> x <= range -> noise (noise_ x)) ->
  forall cost_ : R -> extended, cost cost_ ->
  0 <= range ->
  (forall x : R, 0 <= x -> x <= range -> forall d : R, 0 <= d -> d <= x -> forall n : R, integer n
    -> 0 <= n -> forall h : R, 0 < h -> h < width -> mass (noise_ x) (outside (open_open (Finite (-
    (h + n * width))) (Finite (h + n * width)))) <= (1 + slope * (x - d)) * mass (noise_ d) (outside
    (open_open (Finite (- (h + n * width))) (Finite (h + n * width))))) ->
  (forall x : R, 0 <= x -> x <= range -> forall d : R, 0 <= d -> d <= x -> forall n : R, integer n
    -> 0 <= n -> forall h : R, 0 < h -> h < width -> mass (noise_ d) (outside (open_open (Finite (-
    (h + n * width))) (Finite (h + n * width)))) <= (1 + slope * (x - d)) * mass (noise_ x) (outside
    (open_open (Finite (- (h + n * width))) (Finite (h + n * width))))) ->
  exists place : R, (0 <= place) /\ (place <= range) /\ (forall x : R, 0 <= x -> x <= range ->
    cheaper (noise_ place) (noise_ x) cost_).

(* cost of a mixture *)
Definition rule_cost_of_a_mixture : Prop :=
  forall mixed : law, noise mixed ->
  forall one : law, noise one ->
  forall other : law, noise other ->
  forall share : R, 0 <= share ->
  forall rest : R, 0 <= rest ->
  forall cost_ : R -> R,
  forall one_bound : R,
  forall other_bound : R,
  (forall S_, borel S_ -> mass mixed S_ = share * mass one S_ + rest * mass other S_) ->
  (forall x : R, 0 <= x -> 0 <= cost_ x) ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> cost_ x <= cost_ (x + h)) ->
  (expectation_at_most one (fun x => cost_ x) one_bound) ->
  (expectation_at_most other (fun x => cost_ x) other_bound) ->
  expectation_at_most mixed (fun x => cost_ x) (share * one_bound + rest * other_bound).

(* bounds of a cost *)
Definition rule_bounds_of_a_cost : Prop :=
  forall noise_ : law, noise noise_ ->
  forall cost_ : R -> R,
  forall less : R,
  forall more : R,
  (expectation_at_least noise_ (fun x => cost_ x) less) ->
  (expectation_at_most noise_ (fun x => cost_ x) more) ->
  less <= more.

(* layer cake *)
Definition rule_layer_cake : Prop :=
  forall noise_ : law, noise noise_ ->
  forall bound : R,
  forall width : R, 0 < width ->
  (forall x : R, 0 < x -> x < width -> bound <= mass noise_ (closed_open (Finite x) p_infty) + mass
    noise_ (open_open m_infty (Finite (x - width)))) ->
  expectation_at_least noise_ (fun x => x) (bound * width).

(* tail sum *)
Definition rule_tail_sum : Prop :=
  forall noise_ : law, noise noise_ ->
  forall cost_ : R -> R,
  forall places : R -> R,
  forall between : R -> R,
  forall value : R -> R,
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> cost_ x <= cost_ (x + h)) ->
  (forall x : R, 0 <= x -> 0 <= cost_ x) ->
  (0 <= places 0) ->
  (forall n : R, integer n -> 0 <= n -> places n <= between n) ->
  (forall n : R, integer n -> 0 <= n -> between n <= places (n + 1)) ->
  (value 0 <= cost_ (places 0) * mass noise_ (outside (open_open (Finite (- places 0)) (Finite
    (places 0))))) ->
  (forall n : R, integer n -> 0 <= n -> value (n + 1) - value n <= (cost_ (between n) - cost_
    (places n)) * mass noise_ (outside (open_open (Finite (- between n)) (Finite (between n)))) +
    (cost_ (places (n + 1)) - cost_ (between n)) * mass noise_ (outside (open_open (Finite (- places
    (n + 1))) (Finite (places (n + 1)))))) ->
  forall n : R, integer n -> 0 <= n -> expectation_at_least noise_ (fun x => cost_ x) (value n).

(* layer cake by pairs *)
Definition rule_layer_cake_by_pairs : Prop :=
  forall noise_ : law, noise noise_ ->
  forall width : R, 0 < width ->
  forall value : R -> R,
  (value 0 <= 0) ->
  (forall n : R, integer n -> 0 <= n -> forall x : R, 0 < x -> x < width -> 2 * (value (n + 1) -
    value n) <= width * (mass noise_ (outside (open_open (Finite (- (x + n * width))) (Finite (x + n
    * width)))) + mass noise_ (outside (open_open (Finite (- ((n + 1) * width - x))) (Finite ((n +
    1) * width - x)))))) ->
  forall n : R, integer n -> 0 <= n -> expectation_at_least noise_ (fun x => x) (value n).

(* tails vanish *)
Definition rule_tails_vanish : Prop :=
  forall noise_ : law, noise noise_ ->
  forall level : R, 0 < level ->
  exists place : R, (0 < place) /\ (mass noise_ (closed_open (Finite place) p_infty) < level).

(* thin windows *)
Definition rule_thin_windows : Prop :=
  forall noise_ : law, noise noise_ ->
  forall width : R, 0 < width ->
  forall level : R, 0 < level ->
  exists reach : R, (0 < reach) /\ (reach < width) /\ (forall n : R, integer n -> mass noise_
    (open_open (Finite (n * width - reach)) (Finite (n * width))) + mass noise_ (open_open (Finite
    (n * width)) (Finite (n * width + reach))) < level).

(* domination *)
Definition rule_domination : Prop :=
  (forall noise_ : law, noise noise_ ->
  forall factor : R, 0 <= factor ->
  forall shift : R,
  forall lower : R,
  forall upper : R,
  lower < upper ->
  (forall x : R, lower < x -> x < upper -> forall h : R, 0 < h -> h < upper - x -> mass noise_
    (open_closed (Finite x) (Finite (x + h))) <= factor * mass noise_ (moved (open_closed (Finite x)
    (Finite (x + h))) shift)) ->
  forall S_, borel S_ -> mass noise_ (meet S_ (open_open (Finite lower) (Finite upper))) <= factor *
    mass noise_ (moved (meet S_ (open_open (Finite lower) (Finite upper))) shift)) /\
  (forall noise_ : law, noise noise_ ->
  forall factor : R, 0 <= factor ->
  forall shift : R,
  forall lower : R,
  (forall x : R, lower < x -> forall h : R, 0 < h -> mass noise_ (open_closed (Finite x) (Finite (x
    + h))) <= factor * mass noise_ (moved (open_closed (Finite x) (Finite (x + h))) shift)) ->
  forall S_, borel S_ -> mass noise_ (meet S_ (open_open (Finite lower) p_infty)) <= factor * mass
    noise_ (moved (meet S_ (open_open (Finite lower) p_infty)) shift)) /\
  (forall noise_ : law, noise noise_ ->
  forall factor : R, 0 <= factor ->
  forall shift : R,
  forall upper : R,
  (forall x : R, x < upper -> forall h : R, 0 < h -> h < upper - x -> mass noise_ (open_closed
    (Finite x) (Finite (x + h))) <= factor * mass noise_ (moved (open_closed (Finite x) (Finite (x +
    h))) shift)) ->
  forall S_, borel S_ -> mass noise_ (meet S_ (open_open m_infty (Finite upper))) <= factor * mass
    noise_ (moved (meet S_ (open_open m_infty (Finite upper))) shift)) /\
  (forall noise_ : law, noise noise_ ->
  forall factor : R, 0 <= factor ->
  forall shift : R,
  (forall x : R, forall h : R, 0 < h -> mass noise_ (open_closed (Finite x) (Finite (x + h))) <=
    factor * mass noise_ (moved (open_closed (Finite x) (Finite (x + h))) shift)) ->
  forall S_, borel S_ -> mass noise_ (meet S_ (open_open m_infty p_infty)) <= factor * mass noise_
    (moved (meet S_ (open_open m_infty p_infty)) shift)).

(* countable additivity *)
Definition rule_countable_additivity : Prop :=
  forall noise_ : law, noise noise_ ->
  forall start : R,
  forall width : R, 0 < width ->
  forall terms : R -> R,
  forall value : R,
  (forall n : R, integer n -> 0 <= n -> mass noise_ (closed_open (Finite (start + n * width))
    (Finite (start + (n + 1) * width))) = terms n) ->
  (infinite_sum (fun n => terms n) 0 value) ->
  mass noise_ (closed_open (Finite start) p_infty) = value.

(* masses of cells *)
Definition rule_masses_of_cells : Prop :=
  forall noise_ : law, noise noise_ ->
  forall start : R,
  forall width : R, 0 < width ->
  forall terms : R -> R,
  forall value : R,
  (forall n : R, integer n -> 0 <= n -> mass noise_ (closed_open (Finite (start + n * width))
    (Finite (start + (n + 1) * width))) = terms n) ->
  (mass noise_ (closed_open (Finite start) p_infty) = value) ->
  infinite_sum (fun n => terms n) 0 value.

(* exhaustion *)
Definition rule_exhaustion : Prop :=
  forall noise_ : law, noise noise_ ->
  forall start : R,
  forall width : R, 0 < width ->
  forall value : R,
  forall terms : R -> R,
  (forall n : R, integer n -> 0 <= n -> mass noise_ (closed_open (Finite (start - n * width))
    (Finite (start + n * width))) <= value * terms n) ->
  (forall n : R, integer n -> 0 <= n -> 0 <= terms n) ->
  0 < value.

(* privacy, by sets *)
Definition rule_privacy_by_sets : Prop :=
  forall noise_ : law, noise noise_ ->
  forall epsilon : R,
  forall delta : R,
  forall sensitivity : R,
  - sensitivity <= sensitivity ->
  (forall d : R, - sensitivity <= d -> d <= sensitivity -> forall S_, borel S_ -> mass noise_ S_ <=
    exp epsilon * mass noise_ (moved S_ d) + delta) ->
  private noise_ epsilon delta sensitivity.

(* privacy, by sets of integers *)
Definition rule_privacy_by_sets_of_integers : Prop :=
  forall noise_ : law, noise_on_integers noise_ ->
  forall epsilon : R,
  forall delta : R,
  forall sensitivity : R, integer sensitivity ->
  (forall n : R, integer n -> - sensitivity <= n -> n <= sensitivity -> forall S_, borel S_ -> mass
    noise_ S_ <= exp epsilon * mass noise_ (moved S_ n) + delta) ->
  private_on_integers noise_ epsilon delta sensitivity.

(* privacy, either way *)
Definition rule_privacy_either_way : Prop :=
  forall noise_ : law, noise noise_ ->
  forall epsilon : R, 0 <= epsilon ->
  forall delta : R,
  forall sensitivity : R,
  (0 <= delta) ->
  0 < sensitivity ->
  (forall h : R, 0 < h -> h <= sensitivity -> forall S_, borel S_ -> mass noise_ S_ <= exp epsilon *
    mass noise_ (moved S_ h) + delta) ->
  (forall h : R, 0 < h -> h <= sensitivity -> forall S_, borel S_ -> mass noise_ S_ <= exp epsilon *
    mass noise_ (moved S_ (- h)) + delta) ->
  private noise_ epsilon delta sensitivity.

(* privacy, by the density *)
Definition rule_privacy_by_the_density : Prop :=
  forall noise_ : law, noise noise_ ->
  forall f : R -> R, (forall x, f (- x) = f x) -> noise_ = with_density f 0 ->
  forall epsilon : R,
  forall sensitivity : R, 0 <= sensitivity ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> f (x + h) <= f x) ->
  (forall x : R, 0 <= x -> f x <= exp epsilon * f (x + sensitivity)) ->
  private noise_ epsilon 0 sensitivity.

(* privacy, by the masses *)
Definition rule_privacy_by_the_masses : Prop :=
  forall noise_ : law, noise_on_integers noise_ ->
  forall f : R -> R, (forall x, f (- x) = f x) -> noise_ = with_masses f ->
  forall epsilon : R,
  forall sensitivity : R, 0 <= sensitivity ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> f (x + h) <= f x) ->
  (forall x : R, 0 <= x -> f x <= exp epsilon * f (x + sensitivity)) ->
  private_on_integers noise_ epsilon 0 sensitivity.

(* privacy, by the density on cells *)
Definition rule_privacy_by_the_density_on_cells : Prop :=
  forall noise_ : law, noise noise_ ->
  forall f : R -> R, (forall x, f (- x) = f x) -> noise_ = with_density f 0 ->
  forall epsilon : R,
  forall width : R, 0 < width ->
  forall cells : R, 0 <= cells -> integer cells ->
  (forall n : R, integer n -> 0 <= n -> forall n_1 : R, integer n_1 -> 0 <= n_1 -> n_1 <= cells ->
    forall x : R, 0 <= x -> x < width -> forall d : R, 0 <= d -> d < width -> f (n * width + x) <=
    exp epsilon * f ((n + n_1) * width + d)) ->
  (forall n : R, integer n -> 0 <= n -> forall n_1 : R, integer n_1 -> 0 <= n_1 -> n_1 <= cells ->
    forall x : R, 0 <= x -> x < width -> forall d : R, 0 <= d -> d < width -> f ((n + n_1) * width +
    d) <= exp epsilon * f (n * width + x)) ->
  private noise_ epsilon 0 (cells * width).

(* simple functions *)
Definition rule_simple_functions : Prop :=
  forall noise_ : law, noise noise_ ->
  forall factor : R,
  forall shift : R,
  forall value : R,
  forall point : R -> R,
  forall lower : R -> R,
  forall upper : R -> R,
  forall weight : R -> R,
  forall cap : R,
  forall total_ : R -> R,
  forall last : R, 0 < last -> integer last ->
  (forall S_, borel S_ -> mass noise_ S_ <= factor * mass noise_ (moved S_ shift) + value) ->
  (forall n : R, integer n -> 0 <= n -> n <= last - 1 -> point n <= lower n) ->
  (forall n : R, integer n -> 0 <= n -> n <= last - 1 -> lower n < upper n) ->
  (forall n : R, integer n -> 0 <= n -> n <= last - 1 -> upper n <= point (n + 1)) ->
  (forall n : R, integer n -> 0 <= n -> n <= last - 1 -> 0 <= weight n) ->
  (forall n : R, integer n -> 0 <= n -> n <= last - 1 -> weight n <= cap) ->
  (forall n : R, integer n -> 0 <= n -> n <= last - 1 -> total_ (n + 1) - total_ n <= cap * (mass
    noise_ (closed_closed (Finite (point n)) (Finite (point n))) - factor * mass noise_ (moved
    (closed_closed (Finite (point n)) (Finite (point n))) shift)) + weight n * (mass noise_
    (open_open (Finite (lower n)) (Finite (upper n))) - factor * mass noise_ (moved (open_open
    (Finite (lower n)) (Finite (upper n))) shift))) ->
  total_ last - total_ 0 <= cap * value.

(* sets of cells *)
Definition rule_sets_of_cells : Prop :=
  forall noise_ : law, noise noise_ ->
  forall cells : law, noise_on_integers cells ->
  forall start : R,
  forall width : R, 0 < width ->
  forall shift : R, integer shift ->
  forall factor : R,
  forall value : R,
  (forall S_, borel S_ -> mass noise_ S_ <= factor * mass noise_ (moved S_ (shift * width)) + value)
    ->
  (forall n : R, integer n -> mass cells (closed_closed (Finite n) (Finite n)) = mass noise_
    (closed_open (Finite (start + n * width)) (Finite (start + (n + 1) * width)))) ->
  forall S_, borel S_ -> mass cells S_ <= factor * mass cells (moved S_ shift) + value.

(* weak duality *)
Definition rule_weak_duality : Prop :=
  forall noise_ : law, noise noise_ ->
  forall epsilon : R,
  forall delta : R,
  forall sensitivity : R,
  forall width : R, 0 < width ->
  forall shift : R -> R,
  forall multiplier : R -> R -> R,
  forall cap : R -> R,
  forall total_ : R -> R -> R,
  forall weight : R -> R,
  forall cost_ : R -> R,
  forall value : R,
  forall last : R, 0 < last -> integer last ->
  (private noise_ epsilon delta sensitivity) ->
  (forall n : R, integer n -> 1 <= n -> n <= last -> shift n <= sensitivity) ->
  (forall n : R, integer n -> 1 <= n -> n <= last -> - sensitivity <= shift n) ->
  (forall n : R, integer n -> 1 <= n -> n <= last -> forall x : R, 0 <= multiplier x n) ->
  (forall n : R, integer n -> 1 <= n -> n <= last -> forall x : R, multiplier x n <= cap n) ->
  (forall n : R, integer n -> 1 <= n -> n <= last -> forall n_1 : R, integer n_1 -> forall h : R, 0
    < h -> h < 1 -> multiplier ((n_1 + h) * width) n = (1 - h) * multiplier (n_1 * width) n + h *
    multiplier ((n_1 + 1) * width) n) ->
  (forall x : R, total_ x 0 <= 0) ->
  (forall n : R, integer n -> 0 <= n -> n <= last - 1 -> forall x : R, total_ x (n + 1) - total_ x n
    <= multiplier x (n + 1) - exp epsilon * multiplier (x - shift (n + 1)) (n + 1)) ->
  (0 <= weight 0) ->
  (forall n : R, integer n -> 0 <= n -> n <= last - 1 -> cap (n + 1) <= weight (n + 1) - weight n)
    ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> cost_ x <= cost_ (x + h)) ->
  (forall x : R, 0 <= x -> 0 <= cost_ x) ->
  (forall x : R, 0 <= x -> value <= cost_ x + total_ x last) ->
  (forall x : R, 0 <= x -> value <= cost_ x + total_ (- x) last) ->
  expectation_at_least noise_ (fun x => cost_ x) (value - delta * weight last).

(* nothing between integers *)
Definition rule_nothing_between_integers : Prop :=
  forall noise_ : law, noise_on_integers noise_ ->
  forall place : R, integer place ->
  mass noise_ (open_open (Finite place) (Finite (place + 1))) = 0.

(* shifts of a null set *)
Definition rule_shifts_of_a_null_set : Prop :=
  forall noise_ : law, noise noise_ ->
  forall gauge : law, noise gauge ->
  forall set : R -> Prop, borel set ->
  forall width : R, 0 < width ->
  (forall h : R, 0 < h -> mass gauge (closed_open (Finite h) p_infty) = exp (- h) / 2) ->
  (forall h : R, 0 < h -> mass gauge (closed_open (Finite (- h)) p_infty) = 1 - exp (- h) / 2) ->
  (mass gauge set = 0) ->
  exists shift : R, (- width <= shift) /\ (shift <= width) /\ (mass noise_ (moved set (- shift)) =
    0).

(* finite divergence *)
Definition rule_finite_divergence : Prop :=
  forall noise_ : law, noise noise_ ->
  forall other : law, noise other ->
  forall shift : R,
  forall bound : R,
  forall set : R -> Prop, borel set ->
  (loss_at_most noise_ other shift 1 (fun x => x) bound) ->
  (mass other (moved set (- shift)) = 0) ->
  mass noise_ set = 0.

(* divergence of a mixture *)
Definition rule_divergence_of_a_mixture : Prop :=
  forall mixed : law, noise mixed ->
  forall one : law, noise one ->
  forall other : law, noise other ->
  forall mixed_than : law, noise mixed_than ->
  forall one_than : law, noise one_than ->
  forall other_than : law, noise other_than ->
  forall shift : R,
  forall share : R, 0 <= share ->
  forall rest : R, 0 <= rest ->
  forall one_bound : R,
  forall other_bound : R,
  (forall S_, borel S_ -> mass mixed S_ = share * mass one S_ + rest * mass other S_) ->
  (forall S_, borel S_ -> mass mixed_than S_ = share * mass one_than S_ + rest * mass other_than S_)
    ->
  (loss_at_most one one_than shift 1 (fun x => x) one_bound) ->
  (loss_at_most other other_than shift 1 (fun x => x) other_bound) ->
  loss_at_most mixed mixed_than shift 1 (fun x => x) (share * one_bound + rest * other_bound).

(* Brunn and Minkowski *)
Definition rule_brunn_and_minkowski : Prop :=
  forall D : R, integer D -> 1 <= D -> forall N : vector_point D -> R, vector_norm N ->
  forall noise_ : vectors N, vector_noise noise_ ->
  forall sensitivity : R, 0 < sensitivity ->
  forall ratio : R, 0 < ratio ->
  forall radius : R -> R,
  (vector_private noise_ (- ln ratio) 0 sensitivity) ->
  (vector_levels noise_ (fun x => radius x)) ->
  forall x : R, 0 < x -> 0 <= radius x * (radius (ratio * x) - radius x - sensitivity).

(* costs over levels *)
Definition rule_costs_over_levels : Prop :=
  forall D : R, integer D -> 1 <= D -> forall N : vector_point D -> R, vector_norm N ->
  forall noise_ : vectors N, vector_noise noise_ ->
  forall sensitivity : R, 0 < sensitivity ->
  forall ratio : R, 0 < ratio ->
  forall radius : R -> R,
  forall cost_ : R -> R,
  forall value : R,
  forall potential : R -> R,
  forall total_ : R -> R,
  forall turn : R, 0 <= turn ->
  (vector_private noise_ (- ln ratio) 0 sensitivity) ->
  (vector_levels noise_ (fun x => radius x)) ->
  (forall x : R, 0 < x -> 0 <= radius x * (radius (ratio * x) - radius x - sensitivity)) ->
  (forall x : R, 0 <= x -> 0 <= cost_ x) ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> cost_ x <= cost_ (x + h)) ->
  (forall h : R, 0 < h -> (cost_ 0 - value) * power h D <= potential h) ->
  (forall h : R, 0 < h -> potential h <= (cost_ h - value) * power h D) ->
  (forall x : R, 0 < x -> forall h : R, 0 < h -> (cost_ x - value) * (power (x + h) D - power x D)
    <= potential (x + h) - potential x) ->
  (forall x : R, 0 < x -> forall h : R, 0 < h -> potential (x + h) - potential x <= (cost_ (x + h) -
    value) * (power (x + h) D - power x D)) ->
  (forall x : R, 0 <= x -> infinite_sum (fun n => power ratio n * potential (x + n * sensitivity)) 0
    (total_ x)) ->
  (forall x : R, 0 <= x -> 0 <= total_ x) ->
  (forall x : R, 0 < x -> x < turn -> forall h : R, 0 < h -> h <= turn - x -> total_ (x + h) <=
    potential x + ratio * total_ (x + h + sensitivity)) ->
  (forall x : R, turn <= x -> forall h : R, 0 < h -> total_ x <= total_ (x + h)) ->
  vector_cost_at_least noise_ (fun x => cost_ x) value.

(* privacy of a staircase *)
Definition rule_privacy_of_a_staircase : Prop :=
  forall D : R, integer D -> 1 <= D -> forall N : vector_point D -> R, vector_norm N ->
  forall noise_ : vectors N, vector_noise noise_ ->
  forall ratio : R, 0 < ratio ->
  forall first : R, 0 < first ->
  forall sensitivity : R, 0 < sensitivity ->
  (vector_staircase noise_ ratio first sensitivity) ->
  vector_private noise_ (- ln ratio) 0 sensitivity.

(* cost of a staircase *)
Definition rule_cost_of_a_staircase : Prop :=
  forall D : R, integer D -> 1 <= D -> forall N : vector_point D -> R, vector_norm N ->
  forall noise_ : vectors N, vector_noise noise_ ->
  forall ratio : R, 0 < ratio ->
  forall first : R, 0 < first ->
  forall step : R, 0 < step ->
  forall cost_ : R -> R,
  forall integral_ : R -> R,
  forall volume : R,
  forall total_ : R,
  forall value : R,
  (vector_staircase noise_ ratio first step) ->
  (forall x : R, 0 <= x -> 0 <= cost_ x) ->
  (forall x : R, 0 <= x -> forall h : R, 0 < h -> cost_ x <= cost_ (x + h)) ->
  (forall h : R, 0 < h -> cost_ 0 * power h D <= integral_ h) ->
  (forall h : R, 0 < h -> integral_ h <= cost_ h * power h D) ->
  (forall x : R, 0 < x -> forall h : R, 0 < h -> cost_ x * (power (x + h) D - power x D) <=
    integral_ (x + h) - integral_ x) ->
  (forall x : R, 0 < x -> forall h : R, 0 < h -> integral_ (x + h) - integral_ x <= cost_ (x + h) *
    (power (x + h) D - power x D)) ->
  (infinite_sum (fun n => power ratio n * power (first + n * step) D) 0 volume) ->
  (infinite_sum (fun n => power ratio n * integral_ (first + n * step)) 0 total_) ->
  (value * volume = total_) ->
  vector_cost_is noise_ (fun x => cost_ x) value.
