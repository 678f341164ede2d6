"""The backward pass against PyTorch's autograd and 50-digit results."""

import numpy as np
from numpy.testing import assert_allclose

from explorer.model import AttentionInputs, attend, gradients

INPUTS = ("query", "key", "value")


def sizes_of_terms(case):
    """For each gradient, the sum of the sizes of the terms it is a sum of.

    From the formula: dA = G Vᵀ, dS = A (dA − sum(A dA)), dQ = c dS K, dK = c dSᵀ Q, dV = Aᵀ G
    with the scale c and every factor replaced by its size. A soft-cap makes the terms smaller.
    """
    query, key, value, scale = (abs_or_none(case, name) for name in (*INPUTS, "scale"))
    scale = query.shape[1] ** -0.5 if scale is None else scale
    weights, upstream = case.arrays["weights"], np.abs(case.upstream)
    d_weights = upstream @ value.T
    d_scores = weights * (d_weights + (weights * d_weights).sum(axis=1, keepdims=True))
    return {
        "query": scale * d_scores @ key,
        "key": scale * d_scores.T @ query,
        "value": weights.T @ upstream,
        "bias": summed_as_given(case, d_scores),
    }


def abs_or_none(case, name):
    argument = case.arguments[name]
    return None if argument is None else np.abs(argument)


def summed_as_given(case, d_bias):
    return d_bias.sum(axis=0, keepdims=True) if case.bias_rows == 1 else d_bias


def test_the_gradients_agree_with_the_reference(gradient_case):
    """Each entry within the case's tolerance, relative to the sizes of the terms it sums up: what
    rounding allows, and also where the terms cancel. Beside it some units of 5e-324."""
    computed = gradients(attend(gradient_case.inputs()), gradient_case.upstream)

    sizes = sizes_of_terms(gradient_case)
    assert set(INPUTS) <= set(gradient_case.gradients)
    for name, expected in gradient_case.gradients.items():
        found = getattr(computed, name)
        if name == "bias":
            found = summed_as_given(gradient_case, found)
        assert found.shape == expected.shape
        bound = gradient_case.gradient_rtol * sizes[name] + 1e-322
        assert np.isfinite(bound).all()
        assert (np.abs(found - expected) <= bound).all(), (name, found - expected, bound)


def test_as_many_gradients_are_compared_as_the_cases_give(all_cases):
    def count(folder, name):
        return sum(name in (case.gradients or ()) for case in all_cases[folder])

    assert [count("torch", name) for name in (*INPUTS, "bias")] == [30, 30, 30, 5]
    assert [count("mp", name) for name in INPUTS] == [10, 10, 10]


def test_without_a_bias_there_is_no_gradient_of_it():
    trace = attend(AttentionInputs([[1, 0]], [[1, 0], [0, 1]], [[10], [20]]))

    assert gradients(trace, np.ones((1, 1))).bias is None


def test_the_gradients_have_the_shapes_of_what_they_belong_to():
    inputs = AttentionInputs(
        np.ones((2, 4)), np.ones((3, 4)), np.ones((3, 5)), bias=np.zeros((2, 3))
    )

    computed = gradients(attend(inputs), np.ones((2, 5)))

    for name in (*INPUTS, "bias"):
        assert getattr(computed, name).shape == getattr(inputs, name).shape


def test_the_gradients_agree_with_central_differences_with_every_stage_present():
    """Scale, soft-cap, mask and bias together, which no reference case has."""
    random = np.random.default_rng(20240)
    arrays = {
        "query": random.normal(size=(3, 4)),
        "key": random.normal(size=(5, 4)),
        "value": random.normal(size=(5, 2)),
        "bias": random.normal(size=(3, 5)),
    }
    allowed = random.random((3, 5)) < 0.7
    allowed[1] = False
    upstream = random.normal(size=(3, 2))

    def loss(changed):
        inputs = AttentionInputs(**changed, allowed=allowed, scale=0.8, softcap=1.5)
        return float((attend(inputs).output * upstream).sum())

    computed = gradients(
        attend(AttentionInputs(**arrays, allowed=allowed, scale=0.8, softcap=1.5)), upstream
    )

    step = 2.0**-17  # error about step² ≈ 6e-11 of truncation and eps/step ≈ 3e-11 of rounding
    for name, array in arrays.items():
        numeric = np.empty_like(array)
        for index in np.ndindex(array.shape):
            up, down = array.copy(), array.copy()
            up[index] += step
            down[index] -= step
            rise = loss({**arrays, name: up}) - loss({**arrays, name: down})
            numeric[index] = rise / (2 * step)
        assert np.abs(numeric).max() > 0.01
        assert_allclose(getattr(computed, name), numeric, rtol=1e-8, atol=1e-8, err_msg=name)
