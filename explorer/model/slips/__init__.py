"""Common slips: what people compute by mistake, as data, and which of them gives a number.

A slip is a wrong version of one stage, or of several that go together; everything else is
computed by the right stages. Two that commonly meet stand among the pairs; those that take a width
of the model, which a calculation of one head does not know, stand apart.
"""
